import { dock, isFree, type Point } from "./Room.ts"

/** The mobile robot's whole state. Metres, radians, seconds; battery from 0 to 1. */
export interface MobileState extends Point {
  readonly yaw: number
  readonly linear: number
  readonly angular: number
  readonly battery: number
  readonly docked: boolean
  readonly leftWheel: number
  readonly rightWheel: number
}

/** What drives one step: a velocity, or the way to the dock at a speed. */
export type MobileDrive =
  | { readonly kind: "velocity"; readonly linear: number; readonly angular: number }
  | { readonly kind: "dock"; readonly speed: number }

export const initialMobile: MobileState = {
  x: 0,
  y: 0,
  yaw: 0,
  linear: 0,
  angular: 0,
  battery: 0.9,
  docked: false,
  leftWheel: 0,
  rightWheel: 0
}

export const robotRadius = 0.25
const wheelRadius = 0.08
const track = 0.4
const maxLinear = 2
const maxAngular = 3
const maxLinearChange = 4
const maxAngularChange = 8
const dockReach = 0.05
const idleDrain = 0.0002
const driveDrain = 0.003
const chargeRate = 0.01

const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value))
const approach = (value: number, target: number, step: number) => value + clamp(target - value, step)
const wrap = (angle: number) => Math.atan2(Math.sin(angle), Math.cos(angle))

/** The straight way that is left to the dock. */
export const distanceToDock = (place: Point): number => Math.hypot(dock.x - place.x, dock.y - place.y)

/** Turns towards the dock first, then drives, slower near the end. */
const towardsDock = (state: MobileState, speed: number) => {
  const remaining = distanceToDock(state)
  if (remaining < dockReach) return { linear: 0, angular: 0 }
  const error = wrap(Math.atan2(dock.y - state.y, dock.x - state.x) - state.yaw)
  const facing = Math.max(0, Math.cos(error)) ** 4
  return { linear: Math.min(speed, remaining * 3) * facing, angular: error * 4 }
}

const wanted = (state: MobileState, drive: MobileDrive) => {
  if (state.battery <= 0) return { linear: 0, angular: 0 }
  return drive.kind === "dock" ? towardsDock(state, drive.speed) : drive
}

/** The state after `seconds`. The robot stops at walls, and charges where it stands still on the dock. */
export const stepMobile = (state: MobileState, drive: MobileDrive, seconds: number): MobileState => {
  const target = wanted(state, drive)
  const linear = approach(state.linear, clamp(target.linear, maxLinear), maxLinearChange * seconds)
  const angular = approach(state.angular, clamp(target.angular, maxAngular), maxAngularChange * seconds)
  const yaw = wrap(state.yaw + angular * seconds)
  const next = { x: state.x + linear * Math.cos(yaw) * seconds, y: state.y + linear * Math.sin(yaw) * seconds }
  const free = isFree(next, robotRadius)
  const place = free ? next : { x: state.x, y: state.y }
  const speed = free ? linear : 0
  const docked = distanceToDock(place) < dockReach && Math.abs(speed) < 0.15
  const change = docked ? chargeRate : -(idleDrain + driveDrain * Math.abs(speed))
  return {
    ...place,
    yaw,
    linear: speed,
    angular,
    battery: Math.min(1, Math.max(0, state.battery + change * seconds)),
    docked,
    leftWheel: state.leftWheel + ((speed - (angular * track) / 2) / wheelRadius) * seconds,
    rightWheel: state.rightWheel + ((speed + (angular * track) / 2) / wheelRadius) * seconds
  }
}
