"use client";
// The pane beside the rows: the inspector, or what a page with a server has in its place.
import { Inspector } from "../inspect/inspector.tsx";
import { useServerFeatures } from "../server-features.ts";

export function SidePane() {
  const features = useServerFeatures();
  if (!features) return <Inspector />;
  return (
    <features.RequestPane>
      <Inspector />
    </features.RequestPane>
  );
}
