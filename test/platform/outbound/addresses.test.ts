import { assert, describe, it } from "@effect/vitest"
import { OutboundFetch } from "@fleet/server/platform/outbound/OutboundFetch"
import { ReachableAddresses } from "@fleet/server/platform/outbound/ReachableAddresses"
import { rangeOf } from "@fleet/server/platform/settings/addressRanges"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect, Layer, Option } from "effect"

const inside = [
  "0.0.0.0",
  "10.0.0.1",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.255",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.2.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::7f00:1",
  "::127.0.0.1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::ffff:0:127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fe80::1%eth0",
  "2606:4700::1111%eth0",
  "fec0::1",
  "ff02::1"
]
const publicOnes = [
  "1.1.1.1",
  "8.8.8.8",
  "172.32.0.1",
  "100.128.0.1",
  "::ffff:8.8.8.8",
  "2606:4700::1111",
  "2a00:1450::1"
]
const noAddress = ["", "localhost", "1.1.1", "1.1.1.1.1", "[::1]", "1.1.1.1/8", "::1/128"]

const unfit = (url: string, outboundAllow: ReadonlyArray<string> = []) =>
  Effect.map(OutboundFetch, (outbound) => outbound.unfit(url)).pipe(
    Effect.provide(OutboundFetch.layer.pipe(Layer.provide(Settings.layerTest({ outboundAllow }))))
  )

describe("an address that a customer names", () => {
  const addresses = new ReachableAddresses([])
  for (const address of inside) {
    it(`an address that a customer names is refused where it is not public: ${address}`, () => {
      assert.isFalse(addresses.mayReach(address))
    })
  }

  it("an address that a customer names may be reached where it is public", () => {
    for (const address of publicOnes) assert.isTrue(addresses.mayReach(address), address)
    for (const text of noAddress) assert.isFalse(addresses.mayReach(text), text)
  })

  it("an address that a customer names may be reached where the operator allows it, to the last bit of its range", () => {
    const allowing = new ReachableAddresses(["10.1.0.0/16", "127.0.0.1", "fd00::/127"])
    const may = (address: string) => [allowing.mayReach(address), allowing.isAllowed(address)]
    for (const address of ["10.1.0.0", "10.1.255.255", "127.0.0.1", "::ffff:127.0.0.1", "fd00::", "fd00::1"]) {
      assert.deepStrictEqual(may(address), [true, true], address)
    }
    for (const address of ["10.0.255.255", "10.2.0.0", "127.0.0.2", "fd00::2", "::1"]) {
      assert.deepStrictEqual(may(address), [false, false], address)
    }
    assert.deepStrictEqual(may("8.8.8.8"), [true, false])
  })

  it("ranges of addresses are read, and nothing else", () => {
    for (const text of ["10.0.0.0/0", "10.0.0.0/32", "::/128", "1.2.3.4"])
      assert.isTrue(Option.isSome(rangeOf(text)), text)
    for (const text of [
      "",
      "10.0.0.0/33",
      "::/129",
      "10/8",
      "10.0.0.0/-1",
      "10.0.0.0/8/8",
      "10.0.0.0/a",
      "a.b",
      "fe80::1%1"
    ]) {
      assert.isTrue(Option.isNone(rangeOf(text)), text)
    }
  })
})

describe("a URL that a customer writes", () => {
  const spellings = [
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://127.1/",
    "https://①②⑦.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:7f00:1]/",
    "https://[0:0:0:0:0:ffff:127.0.0.1]/",
    "https://0/",
    "https://127.0.0.1./",
    "https://127。0。0。1/",
    "https://0x7f000001/",
    "https://017700000001/",
    "https://0300.0250.0001.0x1/",
    "https://2852039166/",
    "https://0xA9.0xFE.0xA9.0xFE/",
    "https://[::127.0.0.1]/",
    "https://[::ffff:0:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b::169.254.169.254]/",
    "https://[64:ff9b:1::a9fe:a9fe]/",
    "https://[2002:7f00:1::]/",
    "https://[fe80::1]/",
    "https://[fe80::1%25eth0]/",
    "https://[fe80::1%eth0]/",
    "https://[fd00:ec2::254]/",
    "https://169.254.169.254/latest/meta-data",
    "https://user@hooks.example.com/",
    "https://user:word@hooks.example.com/",
    "https://:word@hooks.example.com/",
    "http://8.8.8.8/",
    "ftp://hooks.example.com/",
    "file:///etc/passwd",
    "gopher://8.8.8.8/",
    "//8.8.8.8/",
    "hooks.example.com",
    ""
  ]
  for (const url of spellings) {
    it.effect(`a URL that a customer writes is unfit as ${JSON.stringify(url)}`, () =>
      Effect.gen(function* () {
        assert.isString(yield* unfit(url))
      })
    )
  }

  it.effect(
    "a URL that a customer writes is fit where its name decides, and where its address is public or allowed",
    () =>
      Effect.gen(function* () {
        for (const url of [
          "https://hooks.example.com/x",
          "https://localhost/",
          "https://8.8.8.8:8443/",
          "http://a.example/"
        ]) {
          assert.isNull(yield* unfit(url), url)
        }
        assert.isNull(yield* unfit("http://127.0.0.1:9/", ["127.0.0.0/8"]))
        assert.isNull(yield* unfit("https://[::1]/", ["::1"]))
      })
  )
})
