import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENCODERS } from "../../../fixtures/encoders.ts";
import { SecretMatcher } from "../../secrets/secret-matcher.ts";
import { splitAt } from "../../wire/wire.testkit.ts";
import { MaskStream } from "./mask-stream.ts";

function createTestMaskStream(marks: Readonly<Record<string, string>>): MaskStream {
  return new MaskStream(new SecretMatcher(Object.keys(marks)), (secret) => marks[secret] ?? "");
}

describe("the mask stream", () => {
  test("masks a secret however the stream is split, and changes nothing else", () => {
    const text = fc.array(fc.constantFrom("a", "b", "ab", "aab", "é", "\n", "abab"), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, fc.array(fc.nat(90), { maxLength: 8 }), (parts, cuts) => {
        const maskStream = createTestMaskStream({ aabab: "M", bbé: "N" });
        const bytes = Buffer.from(parts.join(""));
        const out: Buffer[] = [];
        let at = 0;
        for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
          out.push(Buffer.from(maskStream.push(bytes.subarray(at, cut))));
          at = Math.min(cut, bytes.length);
        }
        out.push(maskStream.flush());
        expect(Buffer.concat(out).toString()).toBe(
          // Of two that overlap, the rest of the second is masked too.
          parts
            .join("")
            .replace(/aababbé|aabab|bbé/g, (s) => (s === "bbé" ? "N" : s === "aabab" ? "M" : "MN")),
        );
      }),
    );
  });

  test("holds back only the possible start of a secret", () => {
    const maskStream = createTestMaskStream({ secret: "***" });
    expect(maskStream.push(Buffer.from("data: sec")).toString()).toBe("data: ");
    expect(maskStream.push(Buffer.from("ond\n\n")).toString()).toBe("second\n\n");
    expect(maskStream.push(Buffer.from("a se")).toString()).toBe("a ");
    expect(maskStream.flush().toString()).toBe("se");
  });

  test("if one secret is the start of another, the longer is masked, also over a split", () => {
    const maskStream = createTestMaskStream({ "token-1": "A", "token-1-long": "B" });
    const echoed = ["a token-1", "-long token-1", "-lo"].map((text) => Buffer.from(text));
    const passed = [...echoed.map((bytes) => maskStream.push(bytes).toString())];
    expect(passed).toEqual(["a ", "B ", ""]);
    expect(maskStream.flush().toString()).toBe("A-lo");
  });

  test("masks the rest of a secret that overlaps another, however it is split", () => {
    const secrets = ["key-one-1234567", "1234567-key-two", "567-key-two-and-more"];
    const text = "got key-one-1234567-key-two-and-more.";
    const whole = pushed(new SecretMatcher(secrets), [Buffer.from(text)]);
    expect(whole).toBe("got <><>.");
    for (let cut = 0; cut <= text.length; cut++) {
      const parts = [Buffer.from(text.slice(0, cut)), Buffer.from(text.slice(cut))];
      expect(pushed(new SecretMatcher(secrets), parts)).toBe(whole);
    }
  });

  test("lets no secret through, in any nested encodings and however it is split", () => {
    const chain = fc.array(fc.constantFrom(...Object.keys(ENCODERS)), { maxLength: 3 });
    const secretText = fc
      .array(fc.constantFrom(...'abcXYZ0189-_./+=~?>&<"\\%é'), { minLength: 16, maxLength: 40 })
      .map((all) => all.join(""));
    const cuts = fc.array(fc.nat(1000), { maxLength: 8 });
    fc.assert(
      fc.property(secretText, chain, cuts, (secret, names, places) => {
        const encode = (echoed: string) =>
          names.reduce((inner, name) => (ENCODERS[name] ?? String)(inner), echoed);
        const encoded = encode(secret);
        const added = encoded.length - encode("").length;
        const bytes = Buffer.from(`data: {"a":"${encoded}"}\n\n`);
        const matcher = new SecretMatcher([secret]);
        const masked = pushed(matcher, splitAt(bytes, places));
        expect(masked).toContain("<>");
        expect(masked.length).toBeLessThan(bytes.length - added / 2 + 2);
        // The first characters of an encoded secret may remain if the stream was split after them.
        const whole = pushed(matcher, [bytes]);
        expect(masked.replace(/.{2}<>/, "<>")).toContain(
          whole.replace(/.{2}<>.*/s, "").slice(0, -2),
        );
        if (names.length === 0) expect(masked).toBe(whole);
      }),
      { numRuns: 200 },
    );
  });

  test("changes nothing without a secret, however it is split", () => {
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
      fc.property(text, cuts, (echoed, places) => {
        const bytes = Buffer.from(echoed);
        expect(pushed(matcher, splitAt(bytes, places))).toBe(bytes.toString());
      }),
    );
  });

  test("holds back nothing of a text that ends like an encoded secret starts", () => {
    const secret = "sk-proj-A1b2C3d4";
    for (const encoded of [btoa(secret), Buffer.from(secret).toString("hex")]) {
      const maskStream = new MaskStream(new SecretMatcher([secret]), () => "<>");
      expect(maskStream.push(Buffer.from(`a ${encoded.slice(0, 2)}`)).toString()).toBe(
        `a ${encoded.slice(0, 2)}`,
      );
      const rest = [maskStream.push(Buffer.from(encoded.slice(2))), maskStream.flush()];
      expect(Buffer.concat(rest).toString()).toMatch(/^<>.{0,3}$/);
    }
  });

  test("holds back at most the length of a secret, however long its start repeats", () => {
    for (const endless of ["a", "\\", "%25", "&#0", "\\u0061", "YWFh", "aaab"]) {
      const maskStream = new MaskStream(new SecretMatcher(["aaaaaaaaaaaa"]), () => "<>");
      let passed = 0;
      for (let i = 0; i < 40; i++)
        passed += maskStream.push(Buffer.from(endless.repeat(100))).length;
      expect(passed).toBeGreaterThan(0);
      expect(maskStream.flush().length).toBeLessThan(3000);
    }
  });
});

function pushed(matcher: SecretMatcher, parts: readonly Uint8Array[]): string {
  const maskStream = new MaskStream(matcher, () => "<>");
  const passed = parts.map((part) => maskStream.push(Buffer.from(part)));
  return Buffer.concat([...passed, maskStream.flush()]).toString();
}
