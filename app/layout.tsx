// Root document of every page: language, theme before first paint, icon and viewport.
import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import "./globals.css";

/** Without a title: the pages render theirs, which metadata that hydrates later would replace. */
export const metadata: Metadata = {
  description:
    "See every event an A2A agent sends, live and recorded, with the bytes that prove it.",
  applicationName: "Loupe",
  referrer: "no-referrer",
  formatDetection: { telephone: false, email: false, address: false },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: dark)", color: "#0c0d0f" },
    { media: "(prefers-color-scheme: light)", color: "#f3f4f6" },
  ],
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-theme="dark" suppressHydrationWarning>
      <head>
        {/* Blocking on purpose: sets the theme before the first paint. */}
        <script src="/theme.js" />
        {/* Early on purpose: keeps the keys that are pressed before the page can handle them. */}
        <script src="/early-keys.js" />
      </head>
      <body>{children}</body>
    </html>
  );
}
