import { Workbench } from "../components/workbench.tsx";

export default function Page() {
  return <Workbench />;
}
