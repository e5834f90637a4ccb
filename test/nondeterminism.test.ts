import { assert, describe, it } from "@effect/vitest"
import { read, sources } from "./support/Sources.ts"

/**
 * What the computer is asked for, in the words that the simulation replaces while a simulated process runs (see
 * test/simulation/kernel/globals.ts), and the files that may use them. Everything else asks Effect's Clock and Random, or
 * a service of these files.
 */
const asked = {
  time: {
    words: /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b/,
    files: [
      "bridge/src/simulator/Time.ts",
      "bridge/src/simulator/rosbridge/Feed.ts",
      "bridge/src/simulator/server/Client.ts",
      "bridge/src/simulator/server/RobotServer.ts",
      "client-sdk/src/Reports.ts",
      "client-sdk/src/cli/Listener.ts",
      "client-sdk/src/cli/postMessage.ts",
      "client-sdk/src/realtime/Connection.ts",
      "client-sdk/src/realtime/Heartbeat.ts",
      "client-sdk/src/realtime/ServiceClock.ts",
      "client-sdk/src/session/Session.ts",
      "client-sdk/src/video/LiveStream.ts",
      "client-sdk/src/video/MediaSocket.ts",
      "client-sdk/src/video/PictureDecoder.ts",
      "client-sdk/src/video/live.ts",
      "server/src/platform/crypto/equalizeDuration.ts",
      "server/src/mail/strictLiquid.ts",
      "server/src/platform/http/DirectReads.ts",
      "server/src/platform/http/MetricsHttp.ts",
      "server/src/platform/http/RequestLog.ts",
      // The text of a script that browsers run.
      "server/src/platform/pages/formScript.ts",
      "server/src/platform/sql/observeQueries.ts",
      "server/src/realtime/RealtimeCommands.ts"
    ]
  },
  timers: {
    words: /\b(?:setTimeout|setInterval|setImmediate)\(/,
    files: [
      "bridge/src/cloud/CloudSocket.ts",
      "bridge/src/cloud/proxy/tunnel.ts",
      "bridge/src/ros/RobotSocket.ts",
      "bridge/src/simulator/rosbridge/Feed.ts",
      "bridge/src/simulator/server/Client.ts",
      "bridge/src/simulator/server/RobotServer.ts",
      "client-sdk/src/Timing.ts",
      "client-sdk/src/react/throttle.ts",
      "client-sdk/src/realtime/Connection.ts",
      "client-sdk/src/realtime/Heartbeat.ts",
      "client-sdk/src/realtime/Realtime.ts",
      "client-sdk/src/video/MediaSocket.ts",
      "client-sdk/src/video/live.ts",
      "server/src/platform/blobs/S3Bucket.ts",
      "server/src/platform/blobs/withinSilence.ts",
      "server/src/platform/http/streamedBody.ts",
      "server/src/platform/limits/realPause.ts",
      // The text of a script that browsers run.
      "server/src/platform/pages/formScript.ts",
      "server/src/platform/sql/makeSharedLookup.ts",
      "server/src/demo/DemoRobots.ts",
      "server/src/demo/provider/ProviderWebhooksHttp.ts",
      "server/src/platform/crypto/equalizeDuration.ts",
      "server/src/main.ts",
      "server/src/mcp/card/robotCard.gen.ts",
      "server/src/mcp/card/view/repeat.ts",
      "server/src/media/MediaSocket.ts",
      "server/src/platform/http/Listener.ts",
      "bridge/src/cloud/postFile.ts",
      "server/src/platform/http/LongRequests.ts",
      "server/src/platform/http/PacedResponse.ts",
      "server/src/platform/http/TickBudget.ts",
      "server/src/platform/websocket/ReadTicks.ts",
      "server/src/platform/http/MetricsHttp.ts",
      "server/src/platform/sql/pglite/serveDatabase.ts",
      "server/src/platform/telemetry/EventLoop.ts",
      "server/src/platform/websocket/WebSocketConnection.ts",
      "server/src/realtime/ClientSocket.ts",
      "server/src/realtime/SocketWriter.ts",
      "server/src/robots/home/BridgeConnection.ts"
    ]
  },
  randomness: {
    words: /\bMath\.random\b|\b(?:randomBytes|randomInt|randomUUID|getRandomValues)\(/,
    files: [
      "bridge/src/conformance/atTheRobot.ts",
      "bridge/src/engine/cameras/httpCredentials.ts",
      "bridge/src/engine/jobs/Invocations.ts",
      "bridge/src/simulator/rosbridge/RosbridgeFace.ts",
      "bridge/src/simulator/server/RobotServer.ts",
      "client-sdk/src/cli/Io.ts",
      "client-sdk/src/pkce.ts",
      "client-sdk/src/Timing.ts",
      "client-sdk/src/realtime/Connection.ts",
      "server/src/access/Tokens.ts",
      "server/src/apps/MailTemplates.ts",
      "server/src/billing/core/Changes.ts",
      "server/src/billing/core/Checkouts.ts",
      "server/src/billing/core/Issuing.ts",
      "server/src/billing/core/Payments.ts",
      "server/src/billing/core/Renewals.ts",
      "server/src/billing/core/Settlement.ts",
      "server/src/demo/DemoSeed.ts",
      "server/src/demo/provider/ProviderBook.ts",
      "server/src/demo/provider/ViesHttp.ts",
      "server/src/identity/app-users/oidc/OidcProviders.ts",
      "server/src/identity/app-users/signin/LoginCodes.ts",
      "server/src/identity/developers/portal/MailedCodes.ts",
      "server/src/identity/factors/Passwords.ts",
      "server/src/identity/factors/RecoveryCodes.ts",
      "server/src/platform/blobs/folderBlobs.ts",
      "server/src/platform/blobs/folderNamed.ts",
      "server/src/platform/blobs/s3Blobs.ts",
      "server/src/plans/UsageCounters.ts",
      "server/src/platform/crypto/Sealing.ts",
      "server/src/platform/crypto/Secrets.ts",
      "server/src/platform/http/DirectReads.ts",
      "server/src/platform/http/RequestLog.ts",
      "server/src/platform/nodes/Nodes.ts",
      "server/src/platform/pages/FormResults.ts",
      "server/src/platform/settings/SigningKey.ts",
      "server/src/platform/work/Work.ts",
      "server/src/realtime/OrgActivity.ts",
      "server/src/realtime/Presence.ts",
      "server/src/realtime/ClientSocket.ts",
      "server/src/robots/BridgeTokens.ts",
      "server/src/robots/alerts/AlertRecords.ts",
      "server/src/robots/assets/AssetSyncs.ts",
      "server/src/robots/assets/AssetUploads.ts",
      "server/src/robots/cameras/live/LiveSessions.ts",
      "server/src/robots/cameras/live/LiveStream.ts",
      "server/src/robots/home/RobotHome.ts",
      "server/src/robots/jobs/Jobs.ts",
      "server/src/robots/jobs/JobsPart.ts",
      "server/src/robots/latency/LatencyStore.ts",
      "server/src/robots/recordings/RecordingRecords.ts",
      "server/src/webhooks/WebhookEvents.ts",
      "server/src/webhooks/WebhookListeners.ts",
      "server/src/webhooks/Webhooks.ts",
      "server/src/webhooks/signing.ts"
    ]
  }
} as const

/** What the simulation cannot replace: other clocks and timers, and a function that was taken when its module began. */
const forbidden =
  /\bhrtime\b|node:timers|\bcrypto\.subtle\.generateKey\b|\brandomFill(?:Sync)?\b|=\s*(?:Date\.now|performance\.now|Math\.random|setTimeout|setInterval|setImmediate)\s*(?:;|$)/m

/** A page runs in a browser, never in the simulation. */
const simulated = sources.filter((file) => !file.startsWith("packages/console/"))
const code = new Map(simulated.map((file) => [file, read(file).replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, "")]))
const using = (words: RegExp) =>
  [...code].flatMap(([file, text]) => (words.test(text) ? [file.slice("packages/".length)] : [])).toSorted()

describe("time, timers and randomness", () => {
  for (const [name, { files, words }] of Object.entries(asked)) {
    it(`asks the computer for ${name} only where it is listed`, () => {
      assert.deepStrictEqual(using(words), files.toSorted())
    })
  }

  it("uses nothing of them that the simulation does not replace", () => {
    assert.deepStrictEqual(
      using(forbidden).filter((file) => !file.includes("/simulator/")),
      []
    )
  })
})
