"use client";
// Dialog with the words of the trade, each in one sentence.
import { Dialog } from "../ui/dialog.tsx";
import { GLOSSARY } from "./glossary-terms.ts";

export default function GlossaryDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Glossary">
      <div className="columns-[2_280px] gap-x-8">
        {GLOSSARY.map(({ title, terms }) => (
          <section key={title} className="break-inside-avoid pb-3.5">
            <h3 className="border-b border-line-1 py-1 text-12/5 font-semibold">{title}</h3>
            <dl className="text-12/4.5">
              {Object.entries(terms).map(([term, meaning]) => (
                <div
                  key={term}
                  className="grid grid-cols-[84px_minmax(0,1fr)] gap-2 border-b border-line-1 py-1.5"
                >
                  <dt className="font-medium text-fg-1">{term}</dt>
                  <dd className="text-fg-2">{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
