// What a view shows while it has nothing to show: what it is for, and what to do first.
import type { ComponentChildren } from 'preact';

export function EmptyState(props: {
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="empty-state panel">
      <h1>{props.title}</h1>
      {props.children}
    </section>
  );
}
