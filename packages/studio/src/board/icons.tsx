// The signs on buttons, drawn so that they do not depend on fonts.
const paths = {
  first: 'M5 4v12M16 4l-8 6 8 6z',
  before: 'M14 4l-8 6 8 6z',
  next: 'M6 4l8 6-8 6z',
  last: 'M15 4v12M4 4l8 6-8 6z',
  undo: 'M4 8h8a4 4 0 0 1 0 8H8M7 4.5L3.5 8 7 11.5',
  redo: 'M16 8H8a4 4 0 0 0 0 8h4M13 4.5L16.5 8 13 11.5',
  turn: 'M6 16V4M3 7l3-3 3 3M14 4v12M11 13l3 3 3-3',
  keys: 'M7 7.5a3 3 0 1 1 4.2 2.7c-.8.4-1.2.9-1.2 1.8v.5M10 15.6v.2',
} as const;

export type IconName = keyof typeof paths;

const filled: readonly IconName[] = ['first', 'before', 'next', 'last'];

function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      class={filled.includes(name) ? 'icon-drawing filled' : 'icon-drawing'}
      viewBox="0 0 20 20"
      width="18"
      height="18"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}

export function IconButton(props: {
  readonly label: string;
  readonly icon: IconName;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      class="icon"
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled ?? false}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}
