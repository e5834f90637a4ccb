import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  DatapointListResponse,
  DatapointValue,
  HistoryExportQuery,
  HistoryQuery,
  HistoryResponse
} from "../Datapoints.ts"
import { RobotDatasheet } from "../Datasheet.ts"
import {
  AtCapacity,
  Forbidden,
  InvalidRange,
  InvalidUuid,
  NoData,
  NotAggregatable,
  NotFound,
  NotRecorded
} from "../Errors.ts"
import { RobotId } from "../Ids.ts"
import { AnyCaller } from "./Access.ts"
import { HistoryExportsLimited } from "./HistoryExportsLimited.ts"
import { DatapointScope } from "./RobotScope.ts"
import { RoutedOnly } from "./RoutedOnly.ts"

const robot = { params: { id: RobotId } }
const datapoint = { params: { id: RobotId, slug: Schema.String } }

const exported = HttpApiSchema.StreamUint8Array({
  contentType: ["text/csv", "application/x-ndjson", "application/octet-stream"]
})

/** What a robot says, for everybody it is granted to. */
export class DatapointsApi extends HttpApiGroup.make("datapoints")
  .add(
    HttpApiEndpoint.get("get", "/api/robots/:id/datapoints/:slug", {
      ...datapoint,
      success: DatapointValue,
      error: NoData
    }).annotate(OpenApi.Summary, "The newest sample"),
    HttpApiEndpoint.get("history", "/api/robots/:id/datapoints/:slug/history", {
      ...datapoint,
      query: HistoryQuery,
      success: HistoryResponse,
      error: [InvalidRange, NotRecorded, NotAggregatable, AtCapacity]
    }).annotate(OpenApi.Summary, "Recorded samples, or buckets of them")
  )
  .middleware(DatapointScope)
  .add(
    HttpApiEndpoint.get("export", "/api/robots/:id/datapoints/:slug/history/export", {
      ...datapoint,
      query: HistoryExportQuery,
      success: exported,
      error: [InvalidRange, NotRecorded]
    })
      .annotate(OpenApi.Summary, "All recorded samples as CSV, NDJSON or MCAP")
      .annotate(RoutedOnly, true)
      .middleware(DatapointScope)
      .middleware(HistoryExportsLimited),
    HttpApiEndpoint.get("list", "/api/robots/:id/datapoints", {
      ...robot,
      success: DatapointListResponse,
      error: [InvalidUuid, NotFound, Forbidden]
    }).annotate(OpenApi.Summary, "The granted datapoints"),
    HttpApiEndpoint.get("datasheet", "/api/robots/:id/datasheet", {
      ...robot,
      success: RobotDatasheet,
      error: [InvalidUuid, NotFound, Forbidden]
    }).annotate(OpenApi.Summary, "Everything granted, described")
  )
  .middleware(AnyCaller)
  .annotateMerge(OpenApi.annotations({ title: "Datapoints" })) {}
