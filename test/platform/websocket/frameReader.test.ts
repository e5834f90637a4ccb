import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { maxPayload, readByUs, readByWs, type SentFrame, sentFrame } from "./frames.ts"

const closing = (code: number, reason: string | Uint8Array = "") => {
  const payload = Buffer.concat([Buffer.alloc(2), Buffer.from(reason)])
  payload.writeUInt16BE(code)
  return payload
}
const hex = (bytes: string) => Buffer.from(bytes.replaceAll(" ", ""), "hex")
const after: SentFrame = { opcode: 1, payload: "after" }
const inTwo = (payload: Buffer, at: number): ReadonlyArray<SentFrame> => [
  { opcode: 1, payload: payload.subarray(0, at), fin: false },
  { opcode: 0, payload: payload.subarray(at) },
  after
]
const greek = Buffer.from("κόσμε 🤖")

/** The themes of the usual conformance suites. */
const corpus: Readonly<Record<string, ReadonlyArray<ReadonlyArray<SentFrame>>>> = {
  "lengths of text and binary": [0, 1, 125, 126, 127, 128, 65_535, 65_536, maxPayload].flatMap((length) =>
    [1, 2].map((opcode) => [{ opcode, payload: "*".repeat(length) }, after])
  ),
  "too long a message": [
    [{ opcode: 1, payload: "*".repeat(maxPayload + 1) }, after],
    [{ opcode: 2, claimed: 1n << 40n }, after],
    [{ opcode: 2, claimed: (1n << 64n) - 1n }, after],
    [{ opcode: 1, payload: "*".repeat(maxPayload), fin: false }, { opcode: 0, payload: "*" }, after],
    [{ opcode: 1, payload: "*".repeat(maxPayload), fin: false }, { opcode: 0, payload: "" }, after]
  ],
  masks: [
    [{ opcode: 1, payload: "no mask", mask: null }, after],
    [{ opcode: 1, payload: "mask of zeros", mask: 0 }, after],
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((length) => [{ opcode: 1, payload: "x".repeat(length), mask: -1 }, after])
  ],
  "pings and pongs": [
    ...[0, 1, 125, 126].flatMap((length) => [9, 10].map((opcode) => [{ opcode, payload: "p".repeat(length) }, after])),
    Array.from({ length: 10 }, (_, index) => ({ opcode: 9, payload: String(index) })),
    [{ opcode: 9, fin: false }, after],
    [{ opcode: 10, fin: false }, after],
    [{ opcode: 9, payload: hex("ff fe") }, after]
  ],
  "reserved bits": [1, 2, 3, 4, 5, 6, 7].flatMap((reserved) =>
    [0, 1, 2, 8, 9, 10].map((opcode) => [after, { opcode, reserved }, after])
  ),
  "reserved opcodes": [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode) => [after, { opcode, payload: "x" }, after]),
  fragments: [
    [{ opcode: 0, payload: "x" }, after],
    [{ opcode: 0, payload: "x", fin: false }, after],
    [{ opcode: 1, payload: "x", fin: false }, after],
    [{ opcode: 1, payload: "x", fin: false }, { opcode: 2, payload: "y" }, after],
    [{ opcode: 1, fin: false }, { opcode: 0, fin: false }, { opcode: 0 }, after],
    [{ opcode: 2, fin: false }, { opcode: 0, payload: "b", fin: false }, { opcode: 0 }, after],
    [
      { opcode: 1, payload: "one ", fin: false },
      { opcode: 9, payload: "between" },
      { opcode: 0, payload: "two ", fin: false },
      { opcode: 10, payload: "between" },
      { opcode: 0, payload: "three" },
      after
    ],
    [{ opcode: 1, payload: "x", fin: false }, { opcode: 8, payload: closing(1000) }, after],
    [
      { opcode: 1, payload: "x", fin: false },
      { opcode: 0, payload: "y" },
      { opcode: 0, payload: "z" }
    ]
  ],
  "UTF-8": [
    ...Array.from({ length: greek.length + 1 }, (_, at) => inTwo(greek, at)),
    ...[
      "ce ba e1 bd b9 cf 83 ce bc ce b5 ed a0 80 65 64 69 74 65 64",
      "c0 80",
      "c0 af",
      "e0 80 af",
      "f0 80 80 af",
      "ed a0 80",
      "ed bf bf",
      "f4 90 80 80",
      "f8 88 80 80 80",
      "80",
      "bf 80",
      "c3",
      "e2 82",
      "f0 9f a4",
      "fe",
      "ff"
    ].flatMap((bytes) => [[{ opcode: 1, payload: hex(bytes) }, after], inTwo(hex(bytes), 1)]),
    ...["\ufffd", "\ufffe\uffff", "\ufeffBOM", "\0", "\u{10ffff}", "é\ufffdé"].map((text) => [
      { opcode: 1, payload: text },
      after
    ]),
    [{ opcode: 2, payload: hex("ff fe 80") }, after]
  ],
  closing: [
    [{ opcode: 8 }, after],
    [{ opcode: 8, payload: "x" }, after],
    [{ opcode: 8, fin: false }, after],
    [{ opcode: 8, payload: closing(1000, "r".repeat(123)) }, after],
    [{ opcode: 8, payload: closing(1000, "r".repeat(124)) }, after],
    [{ opcode: 8, payload: closing(1000, hex("ce ba ed a0 80")) }, after],
    [{ opcode: 8, payload: closing(1000) }, { opcode: 9 }, { opcode: 8, payload: closing(1001) }],
    ...[
      0, 999, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1011, 1014, 1015, 1016, 2999, 3000, 4999, 5000, 65_535
    ].map((code) => [{ opcode: 8, payload: closing(code, "why") }, after])
  ]
}

/** Where bytes are cut in two: everywhere, or near the ends of what is long. */
const cuts = ({ length }: Buffer) =>
  Array.from({ length: length + 1 }, (_, at) => at).filter((at) => length < 400 || at < 20 || at > length - 20)

describe("the reader of frames", () => {
  for (const [theme, cases] of Object.entries(corpus)) {
    it(`the reader of frames does as ws does, wherever the bytes are cut: ${theme}`, async () => {
      for (const [index, frames] of cases.entries()) {
        const bytes = Buffer.concat(frames.map(sentFrame))
        const expected = await readByWs(bytes)
        assert.isAbove(expected.length, 0)
        for (const cut of cuts(bytes)) {
          assert.deepStrictEqual(readByUs(bytes, [cut]), expected, `case ${index}, cut at ${cut}`)
        }
        if (bytes.length < 400) {
          assert.deepStrictEqual(
            readByUs(
              bytes,
              Array.from(bytes, () => 1)
            ),
            expected,
            `case ${index}, byte by byte`
          )
        }
      }
    })
  }

  const Frame = Schema.Struct({
    opcode: Schema.Literals([0, 0, 0, 1, 1, 2, 8, 9, 10, 3]),
    fin: Schema.Literals([true, true, false]),
    fill: Schema.Literals(["x", "é", "🤖", "\ufffd", "\0"]),
    count: Schema.Literals([0, 1, 2, 3, 31, 41, 125, 126, 200, 16_384, 69_999]),
    mask: Schema.Literals([0, 1, 0x80000000, 0xffffffff, 0x01020304])
  })
  const Piece = Schema.Literals([1, 1, 2, 3, 5, 14, 100, 4096, 65_536])

  it.effect.prop(
    "the reader of frames does as ws does with any frames in any pieces",
    { frames: Schema.Array(Frame), pieces: Schema.Array(Piece) },
    Effect.fnUntraced(function* ({ frames, pieces }) {
      const bytes = Buffer.concat(
        frames.map(({ count, fill, fin, mask, opcode }) =>
          sentFrame({ opcode, fin, mask, payload: fill.repeat(count) })
        )
      )
      assert.deepStrictEqual(readByUs(bytes, pieces), yield* Effect.promise(() => readByWs(bytes)))
    }),
    { arbitrary: { runs: 300 } }
  )

  it("the reader of frames refuses a message of more than 16,384 fragments", () => {
    const begin = sentFrame({ opcode: 1, payload: "x", fin: false })
    const more = sentFrame({ opcode: 0, payload: "x", fin: false })
    const end = sentFrame({ opcode: 0 })
    for (const [count, expected] of [
      [16_382, "text"],
      [16_383, "violation 1008"]
    ] as const) {
      const bytes = Buffer.concat([begin, ...Array.from({ length: count }, () => more), end])
      const [event] = readByUs(bytes, [])
      assert.isTrue(event!.startsWith(expected), `${count}: ${event!.slice(0, 20)}`)
    }
  })
})
