export { Failure, type LocalFailure, type StreamFailure } from "./Failure.ts"
export { Fleet, type FleetService } from "./Fleet.ts"
