// What the laboratory does: it starts the simulation of its form, forks runs, and goes back to earlier ones. Every start
// goes through `start`, so that undo always leads to the run that was shown before.
import { computed, effect, signal } from '@preact/signals';
import { loadGame } from 'plyades';
import { loadProfile, type Profile, type ProfileName, profileNames } from 'plyades/sim';
import { linkedRequest } from '../runs/address.js';
import { following, play, seek, time } from '../runs/playhead.js';
import { FIRST_REQUEST, type SimulationRequest } from '../runs/request.js';
import { currentRun, type Run } from '../runs/run.js';
import { startSimulation } from '../runs/simulation.js';
import { stored } from '../shell/stored.js';
import { notifyError } from '../ui/notices.js';
import { change, formOf, isForm, type LaboratoryForm, requestOf } from './form.js';
import { crashRequest, killTime } from './kill.js';

export const form = stored<LaboratoryForm>('laboratory', formOf(FIRST_REQUEST), isForm);

/** The library's profiles, when they have been read. */
export const profiles = signal<Readonly<Partial<Record<ProfileName, Profile>>>>({});

/** Reads what the controls need. */
export async function prepare(): Promise<void> {
  if (profiles.peek().paper !== undefined) return;
  const found = await Promise.all(profileNames.map(loadProfile));
  profiles.value = Object.fromEntries(found.map((profile) => [profile.name, profile]));
}

export function edit(changes: Partial<LaboratoryForm>): void {
  form.value = change(form.peek(), changes);
}

/** The profile of the library that the form begins with. */
export const baseProfile = computed(() => {
  const { costs } = form.value;
  return profiles.value['latencyStep' in costs ? costs.profile : 'measured'];
});

/** The width of the form's trees, 0 where the rules alone limit them. */
export async function widthOf({ game, position }: LaboratoryForm): Promise<number> {
  const { notation } = await loadGame(game);
  const parsed = position === '' ? undefined : notation.parsePosition(position);
  const found = parsed?.ok ? parsed.value : notation.start();
  return notation.branching?.of(found) ?? 0;
}

export async function requestOfForm(): Promise<SimulationRequest> {
  await prepare();
  const width = await widthOf(form.peek());
  return requestOf(form.peek(), baseProfile.peek()!, width);
}

/** Starts what the form says. */
export async function startForm(): Promise<void> {
  try {
    start(await requestOfForm());
  } catch (error) {
    notifyError(error);
  }
}

/** Earlier runs, the last one at the end. Their traces stay in memory, so there are few. */
const past = signal<readonly Run[]>([]);
const MOST_PAST = 4;

/** The run that undo goes back to. */
export const previousRun = computed(() => past.value.at(-1));

/** Starts a simulation, and remembers the run that was shown. */
export function start(request: SimulationRequest): Run {
  const before = currentRun.peek();
  if (before !== undefined) past.value = [...past.peek(), before].slice(-MOST_PAST);
  return startSimulation(request);
}

/** Shows the run before this one again, as it was, and its form. */
export function undo(): void {
  const before = past.peek().at(-1);
  if (before === undefined) return;
  past.value = past.peek().slice(0, -1);
  currentRun.peek()?.stop();
  currentRun.value = before;
  if (before.request !== undefined) form.value = formOf(before.request);
}

/** The crash that the current run was forked for, and the run it comes from. */
export interface Kill {
  readonly run: Run;
  readonly process: number;
  /** Nanoseconds. */
  readonly at: number;
}
export const kills = signal<readonly Kill[]>([]);

/** Runs the current simulation again, and this process crashes at the moment that is shown. */
export function kill(process: number): void {
  const run = currentRun.peek();
  if (run?.request === undefined) return;
  const isOver = run.status.peek() !== 'running';
  const at = killTime(time.peek(), run.log.peek()?.end ?? 0, isOver);
  const whole = run.log.peek()?.end ?? 0;
  // While the fork catches up, the playhead stands where the process goes down.
  seek(at);
  const fork = start(crashRequest(run.request, process, at, whole));
  form.value = formOf(fork.request!);
  kills.value = [...kills.peek(), { run: fork, process, at }].slice(-MOST_PAST);
  playWhenThere(fork, at);
}

/** Plays on from the crash as soon as the fork has come that far, so that one can watch the search recover. */
function playWhenThere(run: Run, at: number): void {
  const dispose = effect(() => {
    run.version.value;
    const isThere = (run.log.value?.end ?? 0) > at;
    const isOver = currentRun.value !== run || run.status.value !== 'running';
    if (!isThere && !isOver) return;
    queueMicrotask(() => {
      dispose();
      const isWatched = currentRun.peek() === run && !following.peek() && time.peek() === at;
      if (isWatched && !matchMedia('(prefers-reduced-motion: reduce)').matches) play();
    });
  });
}

// A link that was opened fills in the form.
effect(() => {
  if (linkedRequest.value !== undefined) form.value = formOf(linkedRequest.value);
});
