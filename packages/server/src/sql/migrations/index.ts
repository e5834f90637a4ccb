import orgs from "./0001_orgs.ts"
import robots from "./0002_robots.ts"
import apps from "./0003_apps.ts"
import configurations from "./0004_configurations.ts"
import jobs from "./0005_jobs.ts"
import audit from "./0006_audit.ts"
import identity from "./0010_identity.ts"

/** Forward only; a released migration never changes. */
export const migrations = {
  "0001_orgs": orgs,
  "0002_robots": robots,
  "0003_apps": apps,
  "0004_configurations": configurations,
  "0005_jobs": jobs,
  "0006_audit": audit,
  "0010_identity": identity
}
