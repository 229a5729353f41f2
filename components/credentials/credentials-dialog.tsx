"use client";
// Dialog for the credentials of one origin: requirements, a form per scheme, custom headers, TLS, and
// how long they are stored.

import { useState } from "react";
import { useStore } from "zustand";
import {
  type CardSecurity,
  NO_SECURITY,
  type SecurityRequirement,
} from "../../lib/protocol/card/security.ts";
import { formatNeed } from "../../lib/protocol/card/security-labels.ts";
import {
  CREDENTIAL_STORAGES,
  type CredentialStorage,
  getOrigin,
  hasCredentialFor,
  hasNoCredentials,
  type OriginCredentials,
} from "../../lib/session/origin-credentials.ts";
import { useDialogParameters } from "../app-context.tsx";
import { useAgent, useOriginCredentials, useSession } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { CHECK_BOX, CHECK_LINE } from "../ui/check-line.tsx";
import { cx } from "../ui/cx.ts";
import { Dialog } from "../ui/dialog.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { Tag } from "../ui/tag.tsx";
import { CredentialsSection, HINT, LINK_TEXT, SECTION } from "./credentials-section.tsx";
import { CustomCredentials } from "./custom-credentials.tsx";
import { SchemeForm } from "./scheme-form.tsx";
import { TlsSection } from "./tls-section.tsx";

export default function CredentialsDialog({
  open,
  onClose,
}: {
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Credentials"
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="text-12 max-[560px]:[&_input]:text-[16px]">
        <CredentialsBody />
      </div>
    </Dialog>
  );
}

function CredentialsBody() {
  const origins = useOrigins();
  const [chosen, setChosen] = useState(origins[0] ?? "");
  const origin = origins.includes(chosen) ? chosen : (origins[0] ?? "");
  return (
    <>
      {origins.length > 1 && (
        <div className="mb-2 flex overflow-x-auto">
          <SegmentedControl
            label="Origin"
            options={origins.map((value) => ({ value, label: value }))}
            value={origin}
            onChange={setChosen}
          />
        </div>
      )}
      {origin === "" ? (
        <p className="text-12/5 text-fg-2">
          Credentials belong to an origin. Enter an agent address or connect to an agent first.
        </p>
      ) : (
        <OriginCredentialsSection key={origin} origin={origin} />
      )}
      <OtherOrigins shown={origins} />
    </>
  );
}

/** The requested origin first, then the one of the endpoint, then the one of the card. */
function useOrigins(): string[] {
  const requested = useDialogParameters("credentials")?.url ?? null;
  const called = useAgent((agent) => agent.endpoint?.url ?? null);
  const card = useAgent((agent) => agent.cardUrl);
  const origins = [requested, called, card].map((url) => (url === null ? "" : getOrigin(url)));
  return [...new Set(origins.filter((origin) => origin !== ""))];
}

function OriginCredentialsSection({ origin }: { origin: string }) {
  const { credentials } = useSession();
  const stored = useOriginCredentials(origin);
  const called = useAgent((agent) => agent.endpoint?.url ?? null);
  const cardSecurity = useAgent((agent) => agent.card?.security ?? NO_SECURITY);
  const isCalled = called !== null && getOrigin(called) === origin;
  const security = isCalled ? cardSecurity : NO_SECURITY;
  return (
    <>
      <p className="text-12/5 text-fg-2">
        Only for <b className="mono font-medium wrap-anywhere text-fg-1">{origin}</b>. Credentials
        are masked in every recording, and never part of an export, a URL or a log.
      </p>
      <UnsentNotice origin={origin} />
      {isCalled && <CredentialRequirements security={security} stored={stored} />}
      {security.schemes.map((scheme) => (
        <SchemeForm key={scheme.name} origin={origin} scheme={scheme} security={security} />
      ))}
      <CustomCredentials origin={origin} />
      <TlsSection origin={origin} />
      <StorageChoice origin={origin} />
      {!hasNoCredentials(stored) && (
        <div className="mt-3.5 flex">
          <Button variant="danger" onClick={() => credentials.forget(origin)}>
            Remove all
          </Button>
        </div>
      )}
    </>
  );
}

/** Notice that credentials for another origin of the same agent are not sent here. */
function UnsentNotice({ origin }: { origin: string }) {
  const card = getOrigin(useAgent((agent) => agent.cardUrl ?? ""));
  const called = getOrigin(useAgent((agent) => agent.endpoint?.url ?? ""));
  const other = origin === called ? card : called;
  const stored = useOriginCredentials(other);
  if (other === "" || other === origin || hasNoCredentials(stored)) return null;
  return (
    <p className={HINT}>
      Your credentials for <span className="mono">{other}</span> are not sent here. This is another
      origin, although the same card names it.
    </p>
  );
}

export function OtherOrigins({ shown }: { shown: readonly string[] }) {
  const { credentials } = useSession();
  const stored = useStore(credentials);
  const others = Object.entries(stored).filter(
    ([origin, it]) => !shown.includes(origin) && !hasNoCredentials(it),
  );
  if (others.length === 0) return null;
  return (
    <CredentialsSection title="Other origins">
      <ul>
        {others.map(([origin]) => (
          <li key={origin} className="flex min-h-7 items-center gap-2">
            <span className={cx(LINK_TEXT, "flex-1")}>{origin}</span>
            <Button
              size={24}
              aria-label={`Remove credentials for ${origin}`}
              onClick={() => credentials.forget(origin)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </CredentialsSection>
  );
}

const STORAGE_LABELS: Readonly<
  Record<CredentialStorage, readonly [label: string, meaning: string]>
> = {
  page: ["This page only", "In memory only. A reload removes them."],
  tab: [
    "This tab",
    "In the tab’s own storage. They survive a reload and are deleted with the tab.",
  ],
  machine: [
    "This browser",
    "In this browser’s storage, unencrypted, until you remove them. Anyone who uses this browser profile can read them.",
  ],
};

export function StorageChoice({ origin }: { origin: string }) {
  const { credentials } = useSession();
  const { keep } = useOriginCredentials(origin);
  return (
    <fieldset className={SECTION}>
      <legend className="float-left mb-1 w-full font-semibold">Store for</legend>
      {CREDENTIAL_STORAGES.map((value) => {
        const [label, meaning] = STORAGE_LABELS[value];
        return (
          <label key={value} className={cx(CHECK_LINE, "clear-both w-full")}>
            <input
              className={CHECK_BOX}
              type="radio"
              name="keep-credentials"
              checked={keep === value}
              aria-label={label}
              onChange={() => credentials.change(origin, { keep: value })}
            />
            <span>
              {label}
              <span className={cx(HINT, "block")}>{meaning}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** Lists the card's security requirements and marks the ones that the stored credentials meet. */
function CredentialRequirements({
  security,
  stored,
}: {
  security: CardSecurity;
  stored: OriginCredentials;
}) {
  const { schemes, requirements, skills } = security;
  if (schemes.length === 0) {
    return (
      <p className={HINT}>The card requires no credentials. Anything you add here is still sent.</p>
    );
  }
  return (
    <section aria-label="Required credentials" className={SECTION}>
      {requirements.length === 0 ? (
        <p>The card declares security schemes, but requires none.</p>
      ) : (
        <RequirementOptions
          title="The agent requires"
          options={requirements}
          security={security}
          stored={stored}
        />
      )}
      {skills.map(({ name, requirements: options }) => (
        <RequirementOptions
          key={name}
          title={`The skill “${name}” requires`}
          options={options}
          security={security}
          stored={stored}
        />
      ))}
    </section>
  );
}

interface RequirementOptionsProps {
  title: string;
  options: readonly SecurityRequirement[];
  security: CardSecurity;
  stored: OriginCredentials;
}

function RequirementOptions({ title, options, security, stored }: RequirementOptionsProps) {
  return (
    <>
      <p>{options.length > 1 ? `${title} one of:` : `${title}:`}</p>
      <ul className="mt-1">
        {options.map((option, index) => {
          const missing = option.filter((need) => !hasCredentialFor(stored, security, need));
          return (
            <li
              key={String(index)}
              className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-0.5 pl-3"
            >
              <span className="min-w-0 wrap-anywhere text-fg-2">
                {option.length === 0 && "no credentials"}
                {option.length > 1 && "all of: "}
                {option.map(formatNeed).join(" and ")}
              </span>
              {missing.length === 0 ? (
                <Tag hue="ok">met</Tag>
              ) : (
                <Tag hue="warning">
                  {option.length > 1
                    ? `${missing.map(({ scheme }) => scheme).join(" and ")} missing`
                    : "missing"}
                </Tag>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
