// Describes the challenges in WWW-Authenticate headers.
import { describeChallenge, parseChallenges } from "../../lib/protocol/challenge.ts";

interface ChallengesProps {
  lines: readonly string[];
  /** The request carried credentials; `null` if unknown. */
  isIdentified: boolean | null;
}

export default function Challenges({ lines, isIdentified }: ChallengesProps) {
  return parseChallenges(lines).map((challenge, index) => (
    <p key={String(index)}>{describeChallenge(challenge, isIdentified)}</p>
  ));
}
