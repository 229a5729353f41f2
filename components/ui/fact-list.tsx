// List of facts: names with their values.
import { boundText, MAX_TEXT_LENGTH } from "./bounded-text.ts";

export type Facts = [name: string, value: string][];

export function FactList({ facts }: { facts: Facts }) {
  return (
    <dl className="fact-list">
      {facts.map(([name, value], i) => (
        <div key={`${String(i)} ${name}`}>
          <dt>{boundText(name)}</dt>
          <dd dir="auto">{boundText(value, MAX_TEXT_LENGTH)}</dd>
        </div>
      ))}
    </dl>
  );
}
