// Describes the challenges in WWW-Authenticate headers.
import { describeChallenge, parseChallenges } from "../../lib/protocol/challenge.ts";

export default function Challenges({ lines }: { lines: readonly string[] }) {
  return parseChallenges(lines).map((challenge, index) => (
    <p key={String(index)}>{describeChallenge(challenge)}</p>
  ));
}
