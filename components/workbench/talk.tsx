"use client";
// What only a connected agent needs, below the rows: banners of its connection, and the composer.
import { Composer } from "../compose/composer.tsx";
import { DisconnectedBanner } from "../compose/disconnected-banner.tsx";
import { AuthRequiredBanner } from "../credentials/auth-required-banner.tsx";
import { UnauthorizedBanner } from "../credentials/unauthorized-banner.tsx";

export default function Talk() {
  return (
    <>
      {/* Limits the notices together, so that long agent texts do not push the rows away. */}
      <div className="max-h-[40%] flex-none overflow-auto">
        <DisconnectedBanner />
        <UnauthorizedBanner />
        <AuthRequiredBanner />
      </div>
      <Composer />
    </>
  );
}
