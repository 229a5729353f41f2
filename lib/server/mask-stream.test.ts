import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENCODERS } from "../../fixtures/encoders.ts";
import { SecretMatcher } from "../secrets/secret-matcher.ts";
import { splitAt } from "../wire/wire.testkit.ts";
import { MaskStream } from "./mask-stream.ts";

function scrubberFor(marks: Readonly<Record<string, string>>): MaskStream {
  return new MaskStream(new SecretMatcher(Object.keys(marks)), (secret) => marks[secret] ?? "");
}

describe("the scrubber", () => {
  test("masks a secret however the stream is cut, and changes nothing else", () => {
    const text = fc.array(fc.constantFrom("a", "b", "ab", "aab", "é", "\n", "abab"), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, fc.array(fc.nat(90), { maxLength: 8 }), (parts, cuts) => {
        const scrubber = scrubberFor({ aabab: "M", bbé: "N" });
        const bytes = Buffer.from(parts.join(""));
        const out: Buffer[] = [];
        let at = 0;
        for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
          out.push(Buffer.from(scrubber.push(bytes.subarray(at, cut))));
          at = Math.min(cut, bytes.length);
        }
        out.push(scrubber.flush());
        expect(Buffer.concat(out).toString()).toBe(
          // Of two that overlap the rest of the second goes with it.
          parts
            .join("")
            .replace(/aababbé|aabab|bbé/g, (s) => (s === "bbé" ? "N" : s === "aabab" ? "M" : "MN")),
        );
      }),
    );
  });

  test("holds back only what may begin a secret", () => {
    const scrubber = scrubberFor({ secret: "***" });
    expect(scrubber.push(Buffer.from("data: sec")).toString()).toBe("data: ");
    expect(scrubber.push(Buffer.from("ond\n\n")).toString()).toBe("second\n\n");
    expect(scrubber.push(Buffer.from("a se")).toString()).toBe("a ");
    expect(scrubber.flush().toString()).toBe("se");
  });

  test("of two secrets of which one begins the other the longer is masked, over a cut too", () => {
    const scrubber = scrubberFor({ "token-1": "A", "token-1-long": "B" });
    const said = ["a token-1", "-long token-1", "-lo"].map((text) => Buffer.from(text));
    const passed = [...said.map((bytes) => scrubber.push(bytes).toString())];
    expect(passed).toEqual(["a ", "B ", ""]);
    expect(scrubber.flush().toString()).toBe("A-lo");
  });

  test("masks what is left of a secret that overlaps another, however it is cut", () => {
    const secrets = ["key-one-1234567", "1234567-key-two", "567-key-two-and-more"];
    const text = "got key-one-1234567-key-two-and-more.";
    const whole = pushed(new SecretMatcher(secrets), [Buffer.from(text)]);
    expect(whole).toBe("got <><>.");
    for (let cut = 0; cut <= text.length; cut++) {
      const parts = [Buffer.from(text.slice(0, cut)), Buffer.from(text.slice(cut))];
      expect(pushed(new SecretMatcher(secrets), parts)).toBe(whole);
    }
  });

  test("lets no secret through, in any encodings in each other and however it is cut", () => {
    const chain = fc.array(fc.constantFrom(...Object.keys(ENCODERS)), { maxLength: 3 });
    const secretText = fc
      .array(fc.constantFrom(...'abcXYZ0189-_./+=~?>&<"\\%é'), { minLength: 16, maxLength: 40 })
      .map((all) => all.join(""));
    const cuts = fc.array(fc.nat(1000), { maxLength: 8 });
    fc.assert(
      fc.property(secretText, chain, cuts, (secret, names, places) => {
        const encode = (said: string) =>
          names.reduce((inner, name) => (ENCODERS[name] ?? String)(inner), said);
        const encoded = encode(secret);
        const added = encoded.length - encode("").length;
        const bytes = Buffer.from(`data: {"a":"${encoded}"}\n\n`);
        const matcher = new SecretMatcher([secret]);
        const masked = pushed(matcher, splitAt(bytes, places));
        expect(masked).toContain("<>");
        expect(masked.length).toBeLessThan(bytes.length - added / 2 + 2);
        // Of an encoded one that was cut behind its first characters these may be left.
        const whole = pushed(matcher, [bytes]);
        expect(masked.replace(/.{2}<>/, "<>")).toContain(
          whole.replace(/.{2}<>.*/s, "").slice(0, -2),
        );
        if (names.length === 0) expect(masked).toBe(whole);
      }),
      { numRuns: 200 },
    );
  });

  test("changes nothing of what holds no secret, however it is cut", () => {
    const matcher = new SecretMatcher(["sk-proj-A1b2C3d4E5f6G7h8", 'p"w/ ü?']);
    const cuts = fc.array(fc.nat(1000), { maxLength: 8 });
    const word = fc.constantFrom(
      "sk-proj-A1b2",
      "\\u0073",
      "%70",
      "&#112;",
      "c2stcHJvai",
      'p"w',
      "é",
      "\n",
    );
    const text = fc
      .array(fc.oneof(word, fc.string()), { maxLength: 30 })
      .map((all) => all.join(" "));
    fc.assert(
      fc.property(text, cuts, (said, places) => {
        const bytes = Buffer.from(said);
        expect(pushed(matcher, splitAt(bytes, places))).toBe(bytes.toString());
      }),
    );
  });

  test("holds back nothing of a text that ends in a letter or two of an encoded secret", () => {
    const secret = "sk-proj-A1b2C3d4";
    for (const encoded of [btoa(secret), Buffer.from(secret).toString("hex")]) {
      const scrubber = new MaskStream(new SecretMatcher([secret]), () => "<>");
      expect(scrubber.push(Buffer.from(`a ${encoded.slice(0, 2)}`)).toString()).toBe(
        `a ${encoded.slice(0, 2)}`,
      );
      const rest = [scrubber.push(Buffer.from(encoded.slice(2))), scrubber.flush()];
      expect(Buffer.concat(rest).toString()).toMatch(/^<>.{0,3}$/);
    }
  });

  test("holds back no more than a secret may take, whatever goes on and on", () => {
    for (const endless of ["a", "\\", "%25", "&#0", "\\u0061", "YWFh", "aaab"]) {
      const scrubber = new MaskStream(new SecretMatcher(["aaaaaaaaaaaa"]), () => "<>");
      let passed = 0;
      for (let i = 0; i < 40; i++) passed += scrubber.push(Buffer.from(endless.repeat(100))).length;
      expect(passed).toBeGreaterThan(0);
      expect(scrubber.flush().length).toBeLessThan(3000);
    }
  });
});

function pushed(matcher: SecretMatcher, parts: readonly Uint8Array[]): string {
  const scrubber = new MaskStream(matcher, () => "<>");
  const passed = parts.map((part) => scrubber.push(Buffer.from(part)));
  return Buffer.concat([...passed, scrubber.flush()]).toString();
}
