interface Part {
  /** Of its joint, before `_joint`. */
  readonly name: string
  readonly parent: string
  /** Where it turns, from where its parent does, in metres. */
  readonly at: readonly [x: number, y: number, z: number]
  readonly axis: readonly [x: number, y: number, z: number]
  /** The most it turns either way, in radians. */
  readonly limit: number
  readonly visuals: ReadonlyArray<string>
}

const visual = (z: number, material: string, geometry: string, rpy = "0 0 0", x = 0, y = 0) =>
  `<visual><origin xyz="${x} ${y} ${z}" rpy="${rpy}"/><geometry>${geometry}</geometry><material name="${material}"/></visual>`
const cylinder = (radius: number, length: number) => `<cylinder radius="${radius}" length="${length}"/>`
const box = (x: number, y: number, z: number) => `<box size="${x} ${y} ${z}"/>`
const sideways = "1.5707963 0 0"

const parts: ReadonlyArray<Part> = [
  {
    name: "base",
    parent: "base",
    at: [0, 0, 0.1],
    axis: [0, 0, 1],
    limit: 3.1,
    visuals: [visual(0.06, "shell", cylinder(0.1, 0.12)), visual(0.13, "joint", cylinder(0.075, 0.2), sideways)]
  },
  {
    name: "shoulder",
    parent: "base_turn",
    at: [0, 0, 0.13],
    axis: [0, 1, 0],
    limit: 2,
    visuals: [visual(0.2, "shell", box(0.1, 0.12, 0.4)), visual(0.4, "joint", cylinder(0.065, 0.17), sideways)]
  },
  {
    name: "elbow",
    parent: "shoulder_turn",
    at: [0, 0, 0.4],
    axis: [0, 1, 0],
    limit: 2.6,
    visuals: [visual(0.13, "shell", box(0.085, 0.1, 0.26))]
  },
  {
    name: "wrist_roll",
    parent: "elbow_turn",
    at: [0, 0, 0.26],
    axis: [0, 0, 1],
    limit: 3.1,
    visuals: [visual(0.05, "joint", cylinder(0.045, 0.1)), visual(0.12, "joint", cylinder(0.045, 0.11), sideways)]
  },
  {
    name: "wrist_pitch",
    parent: "wrist_roll_turn",
    at: [0, 0, 0.12],
    axis: [0, 1, 0],
    limit: 2,
    visuals: [visual(0.06, "shell", cylinder(0.035, 0.12))]
  },
  {
    name: "wrist_yaw",
    parent: "wrist_pitch_turn",
    at: [0, 0, 0.12],
    axis: [0, 0, 1],
    limit: 3.1,
    visuals: [
      visual(0.02, "joint", box(0.06, 0.14, 0.03)),
      visual(0.08, "signal", box(0.03, 0.02, 0.1), "0 0 0", 0, 0.05),
      visual(0.08, "signal", box(0.03, 0.02, 0.1), "0 0 0", 0, -0.05)
    ]
  }
]

const partOf = ({ at, axis, limit, name, parent, visuals }: Part) => `
  <link name="${name}_turn">
    ${visuals.join("\n    ")}
  </link>
  <joint name="${name}_joint" type="revolute">
    <parent link="${parent}"/><child link="${name}_turn"/>
    <origin xyz="${at.join(" ")}" rpy="0 0 0"/><axis xyz="${axis.join(" ")}"/>
    <limit lower="${-limit}" upper="${limit}" effort="50" velocity="2.5"/>
  </joint>`

/** The arm's shape, as it publishes it: six joints one after the other, made of shapes alone. */
export const armUrdf = `<?xml version="1.0"?>
<robot name="fleet_sim_arm">
  <material name="shell"><color rgba="0.93 0.94 0.96 1"/></material>
  <material name="joint"><color rgba="0.16 0.38 0.68 1"/></material>
  <material name="foot"><color rgba="0.2 0.22 0.26 1"/></material>
  <material name="signal"><color rgba="0.95 0.62 0.11 1"/></material>
  <link name="base">
    ${visual(0.05, "foot", cylinder(0.16, 0.1))}
  </link>${parts.map(partOf).join("")}
</robot>
`
