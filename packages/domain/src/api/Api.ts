import { HttpApi, OpenApi } from "effect/unstable/httpapi"
import { AppsApi } from "./AppsApi.ts"
import { AppUsersApi } from "./AppUsersApi.ts"
import { AuthApi } from "./AuthApi.ts"
import { ClientAuthApi } from "./ClientAuthApi.ts"
import { RolesApi } from "./RolesApi.ts"
import { ServerKeysApi } from "./ServerKeysApi.ts"
import { HealthApi } from "./HealthApi.ts"
import { JobsApi } from "./JobsApi.ts"
import { RobotsApi } from "./RobotsApi.ts"
import { ConfigApi } from "./ConfigApi.ts"
import { DatapointsApi } from "./DatapointsApi.ts"
import { ClientApi } from "./ClientApi.ts"
import { RequestRefusals } from "./RequestRefusals.ts"

/** The whole REST surface, version 1. */
export class Api extends HttpApi.make("fleet")
  .add(HealthApi)
  .add(ServerKeysApi)
  .add(RolesApi)
  .add(ClientAuthApi)
  .add(AuthApi)
  .add(AppUsersApi)
  .add(AppsApi)
  .add(JobsApi)
  .add(RobotsApi)
  .add(ConfigApi)
  .add(DatapointsApi)
  .add(ClientApi)
  .middleware(RequestRefusals)
  .annotateMerge(OpenApi.annotations({ title: "Robot Fleet Cloud", version: "1" })) {}
