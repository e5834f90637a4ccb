import {
  Camera,
  CameraSource,
  DeliveredCamera,
  MjpegSource,
  RtspSource,
  V4l2Source
} from "@fleet/domain/RobotConfig/Camera"
import { Datapoint, retentionDefaults } from "@fleet/domain/RobotConfig/Datapoint"
import { LowBandwidth, lowBandwidthDefaults } from "@fleet/domain/RobotConfig/LowBandwidth"
import { validate } from "@fleet/domain/RobotConfig/Validate"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"

const shape = { width: 1, height: 1, fps: 1, bitrate_kbps: 1, snapshot_interval_seconds: 1 }
const source = { kind: "v4l2", device: "/dev/video0" }

/** What is said of a camera with the source, each finding with its place below the source. */
const said = (source: object) =>
  validate({ platform: 1, cameras: { front: { ...shape, source } } })
    .issues.filter(({ severity }) => severity === "error")
    .map(({ code, message, path }) => `${code} ${path.replace("cameras.front.source", "")}: ${message}`)

describe("the url of a camera", () => {
  it("the url of a camera over rtsp begins with its scheme in any case, then a host, and has no space", () => {
    const takes = Schema.is(RtspSource)
    const of = (url: string) => ({ kind: "rtsp", url })
    for (const url of ["rtsp://x", "rtsps://xy", "RTSP://x:554/a?b#c", "RtSpS://[::1]", "rtsp://u:p@x"]) {
      assert.isTrue(takes(of(url)), url)
    }
    for (const url of ["xrtsp://x", " rtsp://x", "rtsp://", "rtsp:/x", "rtsp:///x", "rtsp://?x", "rtsp://#x"]) {
      assert.isFalse(takes(of(url)), url)
    }
    for (const url of ["rtspss://x", "rts://x", "http://x", "rtsp:// x", "rtsp://x y", "rtsp://x\n", "rtsp://x y z"]) {
      assert.isFalse(takes(of(url)), url)
    }
    assert.deepStrictEqual(said(of("http://x")), ["invalid_format .url: Expected an rtsp or rtsps URL."])
  })

  it("the url of a camera with motion JPEG begins with http or https in any case, then a host, and has no space", () => {
    const takes = Schema.is(MjpegSource)
    const of = (url: string) => ({ kind: "mjpeg", url })
    for (const url of ["http://x", "https://xy", "HTTP://x:80/a?b#c", "HtTpS://[::1]", "http://u:p@x"]) {
      assert.isTrue(takes(of(url)), url)
    }
    for (const url of ["xhttp://x", " http://x", "http://", "http:/x", "http:///x", "http://?x", "http://#x"]) {
      assert.isFalse(takes(of(url)), url)
    }
    for (const url of ["httpss://x", "htt://x", "rtsp://x", "http:// x", "http://x y", "http://x\n", "http://x y z"]) {
      assert.isFalse(takes(of(url)), url)
    }
    assert.deepStrictEqual(said(of("rtsp://x")), ["invalid_format .url: Expected an http or https URL."])
  })
})

describe("the device of a camera", () => {
  it("the device of a camera is a path below /dev that leads nowhere else", () => {
    const takes = Schema.is(V4l2Source)
    const of = (device: string) => ({ kind: "v4l2", device })
    for (const device of [
      "/dev/v",
      "/dev/v0",
      "/dev/v4l/by-id/a.b_c-1",
      "/dev/a..b",
      "/dev/a/..b",
      "/dev/a/b..",
      "/dev/a-"
    ]) {
      assert.isTrue(takes(of(device)), device)
    }
    for (const device of [
      "",
      "/dev/",
      "/dev",
      "dev/v",
      "x/dev/v",
      " /dev/v",
      "/etc/v",
      "/dev/a/",
      "/dev/a b",
      "/dev/ä"
    ]) {
      assert.isFalse(takes(of(device)), device)
    }
    for (const device of [
      "/dev/..",
      "/dev/../x",
      "/dev/ab/..",
      "/dev/ab/../x",
      "/dev/a/b/../../../x",
      "/dev/-a",
      "/dev/.a"
    ]) {
      assert.isFalse(takes(of(device)), device)
    }
    assert.deepStrictEqual(said(of("/etc/v")), ["invalid_format .device: Expected a path under /dev/."])
  })
})

describe("the source of a camera", () => {
  const sources: ReadonlyArray<object> = [
    { kind: "ros", topic: "/image", type: "a/msg/B" },
    { kind: "rtsp", url: "rtsp://x" },
    { kind: "rtsp", url: "rtsp://x", transport: "udp", credentials: { username: "u", password: "p" } },
    { kind: "mjpeg", url: "http://x" },
    { kind: "mjpeg", url: "http://x", credentials: { username: "u", password: "p" } },
    source
  ]

  it("the source of a camera has the keys of its kind and no others", () => {
    const takes = Schema.is(CameraSource)
    for (const each of sources) {
      assert.isTrue(takes(each), JSON.stringify(each))
      assert.isFalse(takes({ ...each, nonsense: 1 }), JSON.stringify(each))
    }
    assert.isFalse(takes({ ...sources[3], transport: "tcp" }))
    assert.isFalse(takes({ ...sources[0], type: "a/srv/B" }))
  })

  it("the source of a camera has credentials of a name and a password, and of nothing else", () => {
    const of = (credentials: object) => ({ kind: "mjpeg", url: "http://x", credentials })
    assert.isEmpty(said(of({ username: "u".repeat(128), password: "p".repeat(128) })))
    assert.deepStrictEqual(
      said(of({ username: "u".repeat(129), token: "t" }))
        .map((line) => line.split(":")[0])
        .toSorted(),
      ["missing_key .credentials.password", "too_big .credentials.username", "unknown_key .credentials.token"]
    )
  })
})

describe("a camera", () => {
  const camera = { ...shape, source }

  it("a camera has whole frame rates where it is written, and any from 1 to 60 where a bridge takes it", () => {
    const written = Schema.is(Camera)
    const delivered = Schema.is(DeliveredCamera)
    for (const fps of [1, 30, 60]) assert.isTrue(written({ ...camera, fps }) && delivered({ ...camera, fps }))
    for (const fps of [1.5, 29.97, 59.94]) {
      assert.isFalse(written({ ...camera, fps }))
      assert.isTrue(delivered({ ...camera, fps }))
    }
    for (const fps of [0, 0.99, 60.01, 61, "30", Number.NaN]) {
      assert.isFalse(written({ ...camera, fps }) || delivered({ ...camera, fps }))
    }
  })

  it("a camera has the same keys in both", () => {
    for (const takes of [Schema.is(Camera), Schema.is(DeliveredCamera)]) {
      assert.isTrue(takes(camera) && takes({ ...camera, description: "In front." }))
      assert.isFalse(takes({ ...camera, nonsense: 1 }) || takes({ ...camera, source: {} }))
      for (const key of Object.keys(camera)) {
        assert.isFalse(takes(Object.fromEntries(Object.entries(camera).filter(([name]) => name !== key))), key)
      }
    }
  })
})

describe("what stands for absent keys", () => {
  it("what stands for absent keys is to retain nothing, and a value every five minutes, a thousand of them, where it is asked for", () => {
    assert.deepStrictEqual(retentionDefaults, { enabled: false, interval_seconds: 300, max_buffer_values: 1000 })
    assert.isTrue(Schema.is(Datapoint)({ topic: "/a", type: "a/msg/B", retention: retentionDefaults }))
  })

  it("what stands for absent keys is to watch the link, and to slow down at two seconds of lag", () => {
    assert.deepStrictEqual(lowBandwidthDefaults, {
      mode: "auto",
      enter_lag_ms: 2000,
      enter_after_s: 10,
      exit_lag_ms: 500,
      exit_after_s: 60,
      datapoint_max_hz: 1,
      camera: "reduce",
      camera_bitrate_kbps: 300
    })
    assert.isTrue(Schema.is(LowBandwidth)(lowBandwidthDefaults))
  })
})
