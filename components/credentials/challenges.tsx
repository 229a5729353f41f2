// What a server that refuses says it wants, in words.
import { challengeInWords, readChallenges } from "../../lib/protocol/challenge.ts";

export default function Challenges({ lines }: { lines: readonly string[] }) {
  return readChallenges(lines).map((challenge, index) => (
    <p key={String(index)}>{challengeInWords(challenge)}</p>
  ));
}
