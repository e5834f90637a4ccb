import { Layer } from "effect"
import { blobs } from "./platform/blobs/blobs.ts"
import { Bus } from "./platform/bus/Bus.ts"
import { NodeRpc } from "./platform/bus/NodeRpc.ts"
import { Sealing } from "./platform/crypto/Sealing.ts"
import { Nodes } from "./platform/nodes/Nodes.ts"
import { DocsHttp } from "./platform/pages/reference/DocsHttp.ts"
import { HealthHttp } from "./platform/http/HealthHttp.ts"
import { RateLimitedLive } from "./platform/http/RateLimitedHttp.ts"
import { RequestRefusalsLive } from "./platform/http/RequestRefusals.ts"
import { RateLimitStore } from "./platform/limits/RateLimitStore.ts"
import { RateLimits } from "./platform/limits/RateLimits.ts"
import { OutboundFetch } from "./platform/outbound/OutboundFetch.ts"
import { PagesHttp } from "./platform/pages/PagesHttp.ts"
import { DatabaseHealth } from "./platform/sql/DatabaseHealth.ts"
import { Counters } from "./platform/telemetry/Counters.ts"
import { MetricsHttp } from "./platform/http/MetricsHttp.ts"
import { UnreadAnswers } from "./platform/http/UnreadAnswers.ts"
import { Work } from "./platform/work/Work.ts"
import { WorkStore } from "./platform/work/WorkStore.ts"
import { feature } from "./platform/features/feature.ts"

/** Of a process that serves its database alone: what it tells others, it tells itself. */
export const oneProcess = Layer.mergeAll(Bus.layer, NodeRpc.local, Nodes.alone)

/** What every feature stands on, and what no feature answers. */
export const platform = feature({
  stores: Layer.mergeAll(RateLimitStore.layer, WorkStore.layer),
  services: Work.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        blobs,
        Counters.layer,
        DatabaseHealth.layer,
        OutboundFetch.layer,
        RateLimits.layer,
        Sealing.layer,
        UnreadAnswers.layer
      )
    )
  ),
  middleware: Layer.mergeAll(RateLimitedLive, RequestRefusalsLive),
  api: HealthHttp,
  pages: Layer.mergeAll(DocsHttp, MetricsHttp, PagesHttp)
})
