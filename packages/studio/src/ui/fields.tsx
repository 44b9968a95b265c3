// Labelled controls. Every control of the studio has a label that a screen reader finds.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (T | { readonly value: T; readonly text: string })[];
  readonly onChange: (value: T) => void;
  readonly disabled?: boolean;
}

export function Select<T extends string>(props: SelectProps<T>) {
  const { label, value, options, onChange, disabled } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={disabled ?? false}
        onChange={({ currentTarget }) => onChange(currentTarget.value as T)}
      >
        {options.map((option) => {
          const { value, text } =
            typeof option === 'string' ? { value: option, text: option } : option;
          return (
            <option key={value} value={value}>
              {text}
            </option>
          );
        })}
      </select>
    </div>
  );
}

export interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** The value with its unit. */
  readonly text: string;
  readonly onInput: (value: number) => void;
  readonly disabled?: boolean;
}

export function Slider({ label, value, min, max, step, text, onInput, disabled }: SliderProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>
        {label}: <output for={id}>{text}</output>
      </label>
      <input
        id={id}
        type="range"
        {...{ min, max, value }}
        step={step ?? 1}
        aria-valuetext={text}
        disabled={disabled ?? false}
        onInput={({ currentTarget }) => onInput(Number(currentTarget.value))}
      />
    </div>
  );
}

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** Shown below, and read with the field. */
  readonly error?: string | undefined;
}

/** Calls `onChange` when the reader leaves the field or presses Enter. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, placeholder, error } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        value={value}
        placeholder={placeholder ?? ''}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {error !== undefined && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
    </div>
  );
}

/** A button that opens a file; `accept` as in an input of files. */
export function FileButton(props: {
  readonly children: ComponentChildren;
  readonly accept: string;
  readonly onFile: (file: File) => void;
}) {
  const { children, accept, onFile } = props;
  const id = useId();
  return (
    <span class="file-button">
      <input
        id={id}
        class="visually-hidden"
        type="file"
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) onFile(file);
          currentTarget.value = '';
        }}
      />
      <label for={id}>{children}</label>
    </span>
  );
}
