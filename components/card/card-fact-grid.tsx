// Building blocks of the card page: sections, and grids of labeled facts.
import type { ReactNode } from "react";
import { boundNode, boundText } from "../ui/bounded-text.ts";
import { Icon } from "../ui/icons.tsx";

export interface CardFact {
  readonly name: string;
  readonly value: ReactNode;
  readonly mono?: boolean;
}

export function CardFactGrid({ facts }: { facts: readonly CardFact[] }) {
  return (
    <dl className="card-facts">
      {facts.map(({ name, value, mono }) => (
        <div key={name}>
          <dt>{boundText(name)}</dt>
          <dd className={mono ? "mono" : undefined}>{boundNode(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function YesNo({ is }: { is: boolean | null }) {
  if (is === null) return <span className="card-unsaid">not declared</span>;
  return (
    <>
      <span data-hue={is ? "ok" : undefined} className="card-mark">
        <Icon name={is ? "check" : "close"} size={14} />
      </span>
      {is ? "Yes" : "No"}
    </>
  );
}

export function CardSection({
  title,
  note,
  children,
}: {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="card-section" aria-label={title}>
      <h2>
        {title}
        {note !== undefined && <span>{boundNode(note)}</span>}
      </h2>
      {children}
    </section>
  );
}
