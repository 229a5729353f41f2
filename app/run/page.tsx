import { RunWorkbench } from "../../components/workbench/run-workbench.tsx";

/** The page of addresses that name a recording; `next.config.ts` leads them here. */
export default function RunPage() {
  return <RunWorkbench />;
}
