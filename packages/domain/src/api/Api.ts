import { HttpApi, OpenApi } from "effect/unstable/httpapi"
import { HealthApi } from "./HealthApi.ts"
import { JobsApi } from "./JobsApi.ts"
import { RequestRefusals } from "./RequestRefusals.ts"

/** The whole REST surface, version 1. */
export class Api extends HttpApi.make("fleet")
  .add(HealthApi)
  .add(JobsApi)
  .middleware(RequestRefusals)
  .annotateMerge(OpenApi.annotations({ title: "Robot Fleet Cloud", version: "1" })) {}
