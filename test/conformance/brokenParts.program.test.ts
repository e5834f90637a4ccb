import { it } from "@effect/vitest"
import { Effect } from "effect"
import { assertFailed, describeBroken, nightly, tryOwn } from "./support.ts"

const foreign = "0a0b0c0d-0000-4000-8000-000000000001"

describeBroken("a bridge with one wrong part", () => {
  it.live("a broken bridge fails the rules of configurations that it breaks", () =>
    Effect.gen(function* () {
      let newest: object | undefined
      const results = yield* tryOwn(["config.applied", "types.most", "config.unknown_section", "config.memory"], {
        down: (frame) => {
          if (frame.type === "hello_ok" && newest !== undefined) return [frame, newest]
          if (frame.type !== "config") return [frame]
          newest = frame
          if (frame.doc["recorder"] === undefined) return [frame]
          const recorder = { topic: "/odom", type: "std_msgs/msg/Bool" }
          return [{ ...frame, doc: { ...frame.doc, datapoints: { recorder } } }]
        },
        up: (frame) =>
          frame.type === "type_definitions" ? [{ ...frame, unresolved: frame.unresolved.slice(1) }] : [frame]
      })
      assertFailed(results, {
        "types.most": "48 were unresolved",
        "config.unknown_section": "Leave out sections that are not known",
        "config.memory": "before the first config"
      })
    })
  )

  it.live("a broken bridge fails the rules of assets that it breaks", () =>
    Effect.gen(function* () {
      const syncs = new Set<string>()
      const results = yield* tryOwn(
        ["assets.answer", "assets.urdf", "assets.files", "assets.busy", "assets.failures", "assets.spent"],
        {
          down: (frame) => {
            if (frame.type !== "asset_request") return [frame]
            if (syncs.has(frame.sync_id)) return []
            syncs.add(frame.sync_id)
            return [{ ...frame, token: "another" }]
          },
          up: (frame) => {
            if (frame.type !== "asset_progress") return [frame]
            const failed = frame.failed.filter(({ kind }) => kind !== "upload_failed")
            return frame.state === "refused_busy"
              ? []
              : [{ ...frame, failed: failed.map((one) => ({ ...one, kind: "refused" })) }]
          }
        }
      )
      assertFailed(results, {
        "assets.urdf": "had not the token",
        "assets.files": "Not uploaded",
        "assets.busy": "no asset_progress that fits",
        "assets.failures": "The failures were: refused, refused, refused",
        "assets.spent": "without a failure"
      })
    })
  )

  it.live("a broken bridge fails the rules of cameras that it breaks", () =>
    Effect.gen(function* () {
      const results = yield* tryOwn(
        [
          "camera.answer",
          "camera.unknown",
          "camera.live",
          "camera.stop",
          "camera.live_lost",
          "camera.config_change",
          "camera.low_bandwidth",
          "camera.source"
        ],
        {
          down: (frame) => (frame.type === "camera_start" ? [{ ...frame, room: "another" }] : [frame]),
          up: (frame) => {
            if (frame.type !== "camera_state") return [frame]
            if (frame.cause === "source") return [frame, frame]
            if (frame.cause === "config_change") return [{ ...frame, cause: "live_lost" }]
            if (frame.cause === "live_lost") return [{ ...frame, cause: "source" }]
            return [{ ...frame, error: null, publishing: true }]
          }
        }
      )
      assertFailed(results, {
        "camera.answer": "publishes a camera that is nowhere",
        "camera.unknown": "no error",
        "camera.live": "It joined with",
        "camera.stop": "publishing true",
        "camera.live_lost": "Its cause was source",
        "camera.config_change": "Its cause was live_lost",
        "camera.low_bandwidth": "Its cause was source",
        "camera.source": "tell changes alone"
      })
    })
  )

  it.live("a broken bridge that sends no image, or goes on with one, fails the rules of snapshots", () =>
    Effect.gen(function* () {
      let newest: Buffer | undefined
      const results = yield* tryOwn(["snapshot.interval", "snapshot.removed", "snapshot.frame"], {
        still: (frame) => {
          newest = frame
          return [Buffer.concat([frame.subarray(0, 4 + frame.readUInt32BE(0)), Buffer.from("no image")])]
        },
        up: (frame) => (frame.type === "pong" && newest !== undefined ? [frame, newest] : [frame])
      })
      assertFailed(results, { "snapshot.interval": "The bytes are no image/jpeg", "snapshot.removed": "stills came" })
    })
  )

  nightly("a broken bridge whose header says another size than the image fails snapshot.interval", () =>
    Effect.gen(function* () {
      const results = yield* tryOwn(["snapshot.interval"], {
        still: (frame) => {
          const end = 4 + frame.readUInt32BE(0)
          const header = JSON.parse(frame.toString("utf8", 4, end))
          // As long as before: the length in front of it stays.
          const json = JSON.stringify({ ...header, width: header.height, height: header.width })
          return [Buffer.concat([frame.subarray(0, 4), Buffer.from(json), frame.subarray(end)])]
        }
      })
      assertFailed(results, { "snapshot.interval": "the cloud shows it with that of the image" })
    })
  )

  it.live("a broken bridge whose frames contradict themselves fails the rules about all of them", () =>
    Effect.gen(function* () {
      const external = { state: "running", origin: "external", goal_id: "g", slug: "dock", job_id: foreign }
      const results = yield* tryOwn(
        [
          "config.applied",
          "job.service",
          "camera.unknown",
          "frames.size",
          "camera.request_id",
          "link_mode.reason",
          "config.ok",
          "job.active_own",
          "job.ends_once"
        ],
        {
          up: (frame) => {
            switch (frame.type) {
              case "hello":
                return [{ ...frame, active_jobs: [{ job_id: foreign, slug: "dock", state: "running" }] }]
              case "link_mode":
                return [{ ...frame, low_bandwidth: true, reason: "recovered" }]
              case "config_applied":
                return [frame, { ...frame, ok: !frame.ok }]
              case "camera_state":
                return [{ ...frame, cause: "source" }]
              case "job_update": {
                const seen = { ...frame, ...external, result: null, error: null }
                return frame.state === "running" ? [frame, seen] : [frame, frame]
              }
              default:
                return [frame]
            }
          }
        }
      )
      assertFailed(results, {
        "camera.request_id": "source",
        "link_mode.reason": "recovered",
        "config.ok": "config_applied",
        "job.active_own": foreign,
        "job.ends_once": "succeeded"
      })
    })
  )
})
