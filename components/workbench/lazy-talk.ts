"use client";
// The banners and the composer of a connected agent, which load with it.
import { createLazyComponent } from "../ui/lazy-component.tsx";

export const Talk = createLazyComponent(() => import("./talk.tsx"));
