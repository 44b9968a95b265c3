// The controls of the laboratory: what to search, by whom, what it costs, and what goes wrong.
import { signal } from '@preact/signals';
import {
  descriptions,
  type GameNotation,
  type Goal,
  gameNames,
  goals,
  loadGame,
  solverDescriptions,
} from 'plyades';
import { profileNames } from 'plyades/sim';
import { useEffect } from 'preact/hooks';
import { PROOF_ALGORITHM } from '../runs/request.js';
import { Select, Slider, TextField } from '../ui/fields.js';
import { makeTime } from '../ui/format.js';
import { notifyError } from '../ui/notices.js';
import { type CostChoice, chosenCosts } from './costs.js';
import { FaultControls } from './fault-controls.js';
import { chosenAlgorithms, hasHorizon, isProof, MOST_DEPTH, presetsOf } from './form.js';
import { namedPositions, usualDepth } from './positions.js';
import {
  LEAST_COST_STEP,
  MOST_COST_STEP,
  processorSteps,
  processorsAt,
  sliderOf,
} from './scales.js';
import { baseProfile, edit, form, widthOf } from './state.js';

const notation = signal<GameNotation | undefined>(undefined);
const width = signal(0);

/** The value of the position's choice that stands for a text of the reader's own. */
const OWN = 'own';

export function Controls() {
  const { game, position } = form.value;
  useEffect(() => {
    let isCurrent = true;
    Promise.all([loadGame(game), widthOf(form.peek())])
      .then(([loaded, found]) => {
        if (!isCurrent) return;
        notation.value = loaded.notation;
        width.value = found;
      })
      .catch(notifyError);
    return () => {
      isCurrent = false;
    };
  }, [game, position]);
  return (
    <div class="lab-controls column">
      <SearchControls />
      <MachineControls />
      <FaultControls />
    </div>
  );
}

function SearchControls() {
  const { game, algorithm, depth, horizon, preset } = form.value;
  const presets = presetsOf(algorithm);
  return (
    <fieldset data-tour="search">
      <legend>Search</legend>
      <Select
        label="Game"
        value={game}
        options={gameNames}
        onChange={(name) => edit({ game: name, depth: usualDepth[name] ?? depth })}
      />
      <PositionControl />
      <Select
        label="Algorithm"
        value={algorithm}
        options={chosenAlgorithms}
        onChange={(name) => edit({ algorithm: name })}
      />
      <p class="hint">{helpOf(algorithm)}</p>
      {isProof(algorithm) ? (
        <Select
          label="The side to move"
          value={form.value.goal}
          options={goals.map((goal) => ({ value: goal, text: goalWords[goal] }))}
          onChange={(goal) => edit({ goal })}
        />
      ) : (
        <Slider
          label="Depth"
          value={depth}
          min={1}
          max={MOST_DEPTH}
          text={`${depth} plies`}
          onInput={(plies) => edit({ depth: plies })}
        />
      )}
      {hasHorizon(algorithm) && (
        <Slider
          label="Master's tree"
          value={horizon}
          min={0}
          max={Math.max(1, depth - 1)}
          text={horizon === 0 ? 'chosen by the master' : `${horizon} plies`}
          onInput={(plies) => edit({ horizon: plies })}
        />
      )}
      {presets.length > 0 && (
        <Select
          label="Rules"
          value={preset}
          options={[
            { value: '', text: 'the usual ones' },
            ...presets.map((name) => ({ value: name, text: presetText(algorithm, name) })),
          ]}
          onChange={(name) => edit({ preset: name, settings: {} })}
        />
      )}
    </fieldset>
  );
}

const goalWords: Readonly<Record<Goal, string>> = {
  win: 'wins',
  draw: 'holds at least a draw',
  mate: 'mates (chess and shogi)',
};

/** One line about an algorithm. */
function helpOf(algorithm: string): string {
  if (Object.hasOwn(descriptions, algorithm)) {
    return descriptions[algorithm as keyof typeof descriptions].help;
  }
  return isProof(algorithm) ? solverDescriptions[PROOF_ALGORITHM].help : '';
}

const presetText = (algorithm: string, name: string): string =>
  descriptions[algorithm as keyof typeof descriptions].presets?.[name]?.help ?? name;

const choosingOwn = signal(false);

function PositionControl() {
  const { game, position, algorithm } = form.value;
  const ready = notation.value?.id === game ? notation.value : undefined;
  const named =
    ready === undefined
      ? [{ name: 'The start', text: '' }]
      : namedPositions(ready, isProof(algorithm));
  const isNamed = named.some(({ text }) => text === position);
  const own = choosingOwn.value || !isNamed;
  const parsed = position === '' ? undefined : ready?.parsePosition(position);
  const error = parsed === undefined || parsed.ok ? undefined : parsed.error.message;
  return (
    <>
      <Select
        label="Position"
        value={own ? OWN : position}
        options={[
          ...named.map(({ name, text }) => ({ value: text, text: name })),
          { value: OWN, text: 'Your own …' },
        ]}
        onChange={(text) => {
          choosingOwn.value = text === OWN;
          if (text !== OWN) edit({ position: text });
        }}
      />
      {own && (
        <TextField
          label={`Your position${ready === undefined ? '' : `: ${ready.positionFormat}`}`}
          value={position}
          error={error}
          placeholder={ready?.positionExamples[0]?.text ?? ''}
          onChange={(text) => edit({ position: text.trim() })}
        />
      )}
    </>
  );
}

function MachineControls() {
  const { game, processors, costs, seed, table } = form.value;
  const base = baseProfile.value;
  const choice: CostChoice | undefined = 'latencyStep' in costs ? costs : undefined;
  const now =
    choice === undefined || base === undefined
      ? undefined
      : chosenCosts(choice, base, game, width.value);
  const set = (changes: Partial<CostChoice>) => edit({ costs: { ...choice!, ...changes } });
  return (
    <fieldset data-tour="machine">
      <legend>Machine</legend>
      <Slider
        label="Processors"
        value={sliderOf(processors)}
        min={0}
        max={processorSteps.length - 1}
        text={processors.toLocaleString('en-US')}
        onInput={(at) => edit({ processors: processorsAt(at) })}
      />
      {choice === undefined ? (
        <p class="hint">
          The costs are those of the link.{' '}
          <button
            type="button"
            onClick={() => edit({ costs: { profile: 'measured', latencyStep: 0, nodeStep: 0 } })}
          >
            Choose others
          </button>
        </p>
      ) : (
        <>
          <Select
            label="Costs"
            value={choice.profile}
            options={profileNames.map((name) => ({ value: name, text: profileText[name] }))}
            onChange={(profile) => set({ profile })}
          />
          <Slider
            label="Latency of a message"
            value={choice.latencyStep}
            min={LEAST_COST_STEP}
            max={MOST_COST_STEP}
            text={costText(now?.latencyNs, choice.latencyStep)}
            onInput={(latencyStep) => set({ latencyStep })}
          />
          <Slider
            label="Cost of a node"
            value={choice.nodeStep}
            min={LEAST_COST_STEP}
            max={MOST_COST_STEP}
            text={costText(now?.nodeNs, choice.nodeStep)}
            onInput={(nodeStep) => set({ nodeStep })}
          />
        </>
      )}
      {!isProof(form.value.algorithm) && (
        <Select
          label="Transposition tables"
          value={table}
          options={[
            { value: 'local', text: 'one for each processor' },
            { value: 'ring', text: 'one each, entries shared by messages' },
            { value: 'shared', text: 'one for all, free of cost' },
          ]}
          onChange={(kind) => edit({ table: kind })}
        />
      )}
      <div class="row seed">
        <TextField
          label="Seed"
          value={String(seed)}
          onChange={(text) => /^\d{1,15}$/.test(text.trim()) && edit({ seed: Number(text) })}
        />
        <button type="button" onClick={() => edit({ seed: form.peek().seed + 1 })}>
          Next
        </button>
      </div>
    </fieldset>
  );
}

const profileText = {
  paper: "the papers' machines",
  measured: 'measured on a machine of today',
} as const;

const costText = (nanos: number | undefined, step: number): string =>
  nanos === undefined ? '–' : `${makeTime(nanos)}${step === 0 ? '' : ' (changed)'}`;
