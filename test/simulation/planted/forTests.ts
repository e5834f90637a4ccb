import type { Planted } from "./Planted.ts"

/** Breaks that an earlier check planted; tests beside the broken file must find them. */
export const forTests: ReadonlyArray<Planted> = [
  {
    id: "T03",
    what: "a decision that a change overtook stands (retryIfAccessChanged, M01)",
    file: "packages/server/src/access/retryIfAccessChanged.ts",
    replace: [["changes === before ?", "changes >= before ?"]],
    foundBy: ["test/realtime/retryIfAccessChanged.test.ts", "test/realtime/access.test.ts"]
  },
  {
    id: "T04",
    what: "a read that a change overtook is cached (GrantCache, M02)",
    file: "packages/server/src/access/GrantCache.ts",
    replace: [["if (changes !== before || Option.isNone(found)) return", "if (Option.isNone(found)) return"]],
    foundBy: ["test/access/grants.pg.test.ts", "test/access/races.pg.test.ts"]
  },
  {
    id: "M04",
    what: "Desk.online keeps the old reportedAtMs",
    file: "packages/server/src/robots/jobs/RobotJobs.ts",
    replace: [
      [
        "      job.reportedAtMs = nowMs\n      job.askedAtMs = neverMs\n    }\n  }\n\n  offline",
        "      job.askedAtMs = neverMs\n    }\n  }\n\n  offline"
      ]
    ],
    foundBy: [
      "test/robots/jobs/robotJobs.test.ts",
      "test/robots/jobs/robotJobsRules.test.ts",
      "test/robots/jobs/resync.pg.test.ts"
    ]
  },
  {
    id: "M05",
    what: "Outlet.drop leaves frames that wait for a check",
    file: "packages/server/src/realtime/SocketWriter.ts",
    replace: [
      [
        "this.unchecked = this.unchecked.filter((waiting) => waiting.topic !== topic)",
        "this.unchecked = this.unchecked.filter(() => true)"
      ]
    ],
    foundBy: ["test/realtime/socketWriterModel.test.ts", "test/realtime/socketWriter.test.ts"]
  },
  {
    id: "M07",
    what: "a report waits for the mail server without its own bound",
    file: "packages/server/src/mail/Deliveries.ts",
    replace: [["duration: Math.min(leftMs, timeoutMs),", "duration: leftMs,"]],
    foundBy: ["test/mail/patience.test.ts", "test/mail/reports.test.ts"]
  },
  {
    id: "M09",
    what: "RetentionQuota.measure never lowers what an org keeps",
    file: "packages/server/src/robots/datapoints/RetentionQuota.ts",
    replace: [["usage.bytes = 0\n", "void usage.bytes\n"]],
    foundBy: ["test/robots/datapoints/recorder.pg.test.ts"]
  },
  {
    id: "M10",
    what: "FailureLimit never forgets an address",
    file: "packages/server/src/platform/limits/FailureLimit.ts",
    replace: [["if (nowMs - times.at(-1)! >= this.windowMs) this.times.delete(key)", "void [key, times]"]],
    foundBy: ["test/platform/limits/failureLimit.test.ts"]
  },
  {
    id: "M11",
    what: "a deleted robot's publisher hold stays",
    file: "packages/server/src/robots/home/RobotHomes.ts",
    replace: [["homes.get(robotId)?.forget()\n        homes.delete(robotId)", ""]],
    foundBy: ["test/robots/jobs/memory.pg.test.ts"]
  },
  {
    id: "M13",
    what: "the hello does not prove its token again",
    file: "packages/server/src/robots/home/BridgeHandshake.ts",
    replace: [["known !== changes;", "known !== known;"]],
    foundBy: ["test/robots/home"]
  },
  {
    id: "M14",
    what: "confirming an authenticator leaves other sign-ins alive",
    file: "packages/server/src/identity/app-users/signin/ClientTwoFactor.ts",
    replace: [
      ['        yield* challenges.endAll(user.id)\n        if ("user" in enroller)', '        if ("user" in enroller)']
    ],
    foundBy: ["test/identity/app-users/signin"]
  },
  {
    id: "M17",
    what: "SDK takes another tab's token that is about to end",
    file: "packages/client-sdk/src/session/Session.ts",
    replace: [
      ["stored.accessToken !== refused && stored.expiresAt - Date.now() > margin", "stored.accessToken !== refused"]
    ],
    foundBy: ["test/sdk/session.test.ts", "test/sdk/sessionRaces.test.ts", "test/sdk/storage.test.ts"]
  },
  {
    id: "M18",
    what: "SDK socket remembers the person after release",
    file: "packages/client-sdk/src/realtime/Connection.ts",
    replace: [["    this.#leaveNetwork()\n    this.#who = undefined\n", "    this.#leaveNetwork()\n"]],
    foundBy: ["test/sdk"]
  },
  {
    id: "M19",
    what: "backlog after a cut line in reverse",
    file: "packages/bridge/src/cloud/Outbox.ts",
    replace: [[".toReversed()", ""]],
    foundBy: ["test/bridge/outboxModel.test.ts", "test/bridge/outbox.test.ts"]
  },
  {
    id: "M20",
    what: "the bound drops from the smallest datapoint",
    file: "packages/bridge/src/cloud/Backlog.ts",
    replace: [["b.characters > a.characters ? b : a", "b.characters < a.characters ? b : a"]],
    foundBy: ["test/bridge/outboxBounds.test.ts", "test/bridge/outboxModel.test.ts"]
  },
  {
    id: "M23",
    what: "exactly 20,000 buckets are called truncated",
    file: "packages/server/src/robots/latency/LatencyLog.ts",
    replace: [["rows.length > maxBuckets", "rows.length >= maxBuckets"]],
    foundBy: ["test/robots/latency"]
  }
]
