import { Workbench } from "../components/workbench/workbench.tsx";

export default function Page() {
  return <Workbench />;
}
