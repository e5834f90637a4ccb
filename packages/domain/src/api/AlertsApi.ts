import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import {
  AlertHistoryPage,
  AlertHistoryQuery,
  AlertListResponse,
  AlertPreview,
  AlertPreviewRequest,
  OrgAlertPage,
  OrgAlertQuery
} from "../Alerts.ts"
import { InvalidRange, NotRecorded, UnknownDatapoint } from "../Errors.ts"
import { RobotId } from "../Ids.ts"
import { DeveloperSession } from "./Access.ts"
import { RobotScope } from "./RobotScope.ts"

const robot = { params: { id: RobotId } }

/** Alerts on datapoints, for developers. */
export class AlertsApi extends HttpApiGroup.make("alerts")
  .add(
    HttpApiEndpoint.get("list", "/api/robots/:id/alerts", { ...robot, success: AlertListResponse }).annotate(
      OpenApi.Summary,
      "The published alerts and their states"
    ),
    HttpApiEndpoint.get("history", "/api/robots/:id/alerts/history", {
      ...robot,
      query: AlertHistoryQuery,
      success: AlertHistoryPage
    }).annotate(OpenApi.Summary, "When alerts of the robot fired and resolved, newest first"),
    HttpApiEndpoint.post("preview", "/api/robots/:id/alerts/preview", {
      ...robot,
      payload: AlertPreviewRequest,
      success: AlertPreview,
      error: [InvalidRange, NotRecorded, UnknownDatapoint]
    }).annotate(OpenApi.Summary, "Try a condition on what a datapoint recorded")
  )
  .middleware(RobotScope)
  .add(
    HttpApiEndpoint.get("orgAlerts", "/api/org/alerts", { query: OrgAlertQuery, success: OrgAlertPage }).annotate(
      OpenApi.Summary,
      "The alerts of the whole organisation, those that moved last first"
    )
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Alerts" })) {}
