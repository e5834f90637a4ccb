import { HttpApi, OpenApi } from "effect/unstable/httpapi"
import { AppUsersApi } from "./AppUsersApi.ts"
import { AppsApi } from "./AppsApi.ts"
import { AuthApi } from "./AuthApi.ts"
import { ClientApi } from "./ClientApi.ts"
import { ClientAuthApi } from "./ClientAuthApi.ts"
import { ConfigApi } from "./ConfigApi.ts"
import { DatapointsApi } from "./DatapointsApi.ts"
import { HealthApi } from "./HealthApi.ts"
import { JobsApi } from "./JobsApi.ts"
import { RequestRefusals } from "./RequestRefusals.ts"
import { RobotsApi } from "./RobotsApi.ts"
import { RolesApi } from "./RolesApi.ts"
import { ServerKeysApi } from "./ServerKeysApi.ts"

/** The whole REST surface, version 1. */
export class Api extends HttpApi.make("fleet")
  .add(HealthApi)
  .add(AuthApi)
  .add(ClientAuthApi)
  .add(ClientApi)
  .add(RobotsApi)
  .add(ConfigApi)
  .add(DatapointsApi)
  .add(JobsApi)
  .add(AppsApi)
  .add(RolesApi)
  .add(AppUsersApi)
  .add(ServerKeysApi)
  .middleware(RequestRefusals)
  .annotateMerge(OpenApi.annotations({ title: "Robot Fleet Cloud", version: "1" })) {}
