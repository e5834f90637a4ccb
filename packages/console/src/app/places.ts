import { Activity, Bell, Bot, House, type IconType, SkipForward } from "../kit/icons.ts"

/** The places of the main navigation, with the keys that lead there. */
export const places = [
  { id: "overview", to: "/", icon: House, keys: "g o", go: "goOverview" },
  { id: "robots", to: "/robots", icon: Bot, keys: "g r", go: "goRobots" },
  { id: "alerts", to: "/alerts", icon: Bell, keys: "g a", go: "goAlerts" },
  { id: "jobs", to: "/jobs", icon: SkipForward, keys: "g j", go: "goJobs" },
  { id: "activity", to: "/activity", icon: Activity, keys: "g y", go: "goActivity" }
] as const satisfies ReadonlyArray<{ id: string; to: string; icon: IconType; keys: string; go: string }>
