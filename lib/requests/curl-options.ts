/** The options of curl by their names: what each means for a request, or why it can't be read. */

export interface CurlOption {
  /** A role in lower case; with a capital letter, the header that it sets. */
  readonly role:
    | "method"
    | "url"
    | "header"
    | "data"
    | "raw-data"
    | "json"
    | "user"
    | "bearer"
    | "cookie"
    /** Listed for the user: it has a meaning that Loupe does not take over. */
    | "ignored"
    /** It changes only what curl prints, or how. */
    | "quiet"
    | "User-Agent"
    | "Referer";
  readonly takesValue: boolean;
  /** Why it can't be read. */
  readonly refusal?: string;
}

const ROLES_WITH_VALUE: readonly (readonly [role: CurlOption["role"], names: string])[] = [
  ["method", "-X --request"],
  ["url", "--url"],
  ["header", "-H --header"],
  ["data", "-d --data --data-ascii --data-binary"],
  ["raw-data", "--data-raw"],
  ["json", "--json"],
  ["user", "-u --user"],
  ["bearer", "--oauth2-bearer"],
  ["cookie", "-b --cookie"],
  ["User-Agent", "-A --user-agent"],
  ["Referer", "-e --referer"],
  ["quiet", "-o --output -w --write-out -D --dump-header --stderr --trace --trace-ascii"],
  [
    "ignored",
    "-m --max-time --connect-timeout --retry --retry-delay --max-redirs --keepalive-time -x --proxy " +
      "--cacert --capath -E --cert --key --pass --tls-max --resolve --interface -c --cookie-jar",
  ],
];

const ROLES_WITHOUT_VALUE: readonly (readonly [role: CurlOption["role"], names: string])[] = [
  [
    "quiet",
    "-s --silent -S --show-error -N --no-buffer -i --include --show-headers -v --verbose " +
      "-# --progress-bar --no-progress-meter -g --globoff --compressed -f --fail --fail-with-body -O",
  ],
  [
    "ignored",
    "-k --insecure -L --location --location-trusted --http1.0 -0 --http1.1 --http2 " +
      "--http2-prior-knowledge --http3 -4 --ipv4 -6 --ipv6 --no-keepalive --tlsv1.2 --tlsv1.3 --basic",
  ],
];

const REFUSALS: Readonly<Record<string, string>> = {
  "-F --form --form-string": "a form is no A2A request. Use --data-raw with JSON.",
  "-T --upload-file": "a file can't be read. Use --data-raw with its content.",
  "-G --get": "data in the URL can't be read. Write it as the query of the URL.",
  "-I --head": "a HEAD request has no response to show.",
  "-K --config": "options in a file can't be read. Paste them into the command.",
  "--data-urlencode --url-query": "encoded data can't be read. Use --data-raw, or write the query.",
  "-n --netrc --netrc-file": "credentials in a file can't be read. Add them under Credentials.",
  "-: --next": "there is more than one request. Paste one.",
  "--aws-sigv4 --digest --ntlm --negotiate --anyauth":
    "this kind of authentication is not supported.",
};

const OPTIONS = new Map<string, CurlOption>([
  ...ROLES_WITH_VALUE.flatMap(([role, names]) =>
    names.split(" ").map((name) => [name, { role, takesValue: true }] as const),
  ),
  ...ROLES_WITHOUT_VALUE.flatMap(([role, names]) =>
    names.split(" ").map((name) => [name, { role, takesValue: false }] as const),
  ),
  ...Object.entries(REFUSALS).flatMap(([names, refusal]) =>
    names
      .split(" ")
      .map((name) => [name, { role: "ignored", takesValue: false, refusal }] as const),
  ),
]);

export function findCurlOption(name: string): CurlOption | undefined {
  return OPTIONS.get(name);
}
