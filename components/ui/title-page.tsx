// Page in one column, with a title and a sentence about it.
import type { ReactNode } from "react";

interface TitlePageProps {
  title: string;
  lead: ReactNode;
  /** Announces changes of the sentence. */
  isStatus?: boolean;
  children?: ReactNode;
}

export function TitlePage({ title, lead, isStatus = false, children }: TitlePageProps) {
  return (
    <main className="overflow-auto bg-bg-1 px-5 pt-[clamp(24px,15vh,140px)] pb-12">
      <div className="mx-auto grid max-w-160 grid-cols-1 gap-3">
        <h1 className="text-24 font-[640] tracking-[-0.024em]">{title}</h1>
        <p
          className="-mt-2 mb-2 max-w-[56ch] text-14/5.5 text-fg-2"
          role={isStatus ? "status" : undefined}
        >
          {lead}
        </p>
        {children}
      </div>
    </main>
  );
}
