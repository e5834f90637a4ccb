import { Layer } from "effect"
import { feature } from "../platform/features/feature.ts"
import { Access } from "./Access.ts"
import { AccessLive } from "./AccessHttp.ts"
import { AccessVersions } from "./AccessVersions.ts"
import { AccessVersionStore } from "./AccessVersionStore.ts"
import { CredentialStore } from "./CredentialStore.ts"
import { Credentials } from "./Credentials.ts"
import { GrantStore } from "./GrantStore.ts"
import { Grants } from "./Grants.ts"
import { Tokens } from "./Tokens.ts"

/** Credentials, and what their callers may do with robots. */
export const access = feature({
  stores: Layer.mergeAll(AccessVersionStore.layer, CredentialStore.layer, GrantStore.layer),
  services: Layer.mergeAll(Credentials.layer, Access.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(AccessVersions.layer, Grants.layer, Tokens.layer))
  ),
  middleware: AccessLive
})
