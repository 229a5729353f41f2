// Card section: links for people. They can be copied, and are opened only by a click.
import type { CardDetails } from "../../lib/protocol/card/card-details.ts";
import { boundText } from "../ui/bounded-text.ts";
import { CopyButton } from "../ui/copy.tsx";
import { CardFactRows, CardSection } from "./card-fact-grid.tsx";

export function CardLinks({ profile }: { profile: CardDetails }) {
  const links = [
    { name: "Documentation", url: profile.documentationUrl },
    { name: "Provider", url: profile.provider?.url ?? null },
    { name: "Icon", url: profile.iconUrl },
  ].flatMap(({ name, url }) => (url === null ? [] : [{ name, url }]));
  if (links.length === 0) return null;
  return (
    <CardSection title="Links" note="Loupe does not load them">
      <CardFactRows
        facts={links.map(({ name, url }) => ({
          name,
          value: (
            <>
              <ConfirmedLink url={url} />
              <CopyButton text={url} what={`${name.toLowerCase()} URL`} size={24} />
            </>
          ),
        }))}
      />
    </CardSection>
  );
}

/** Links only http(s) URLs, without a referrer or an opener. */
function ConfirmedLink({ url }: { url: string }) {
  const isWeb = /^https?:\/\//i.test(url) && URL.canParse(url);
  if (!isWeb) return <span className="mono wrap-anywhere">{boundText(url)}</span>;
  return (
    <a
      className="mono text-accent wrap-anywhere hover:underline"
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      {boundText(url)}
    </a>
  );
}
