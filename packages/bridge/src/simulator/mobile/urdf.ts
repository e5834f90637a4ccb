import { baseMesh, wheelMesh } from "./meshes.ts"

const wheel = (side: string, y: number) => `
  <link name="${side}_wheel">
    <visual><geometry><mesh filename="${wheelMesh}"/></geometry><material name="rubber"/></visual>
  </link>
  <joint name="${side}_wheel_joint" type="continuous">
    <parent link="base_link"/><child link="${side}_wheel"/>
    <origin xyz="0 ${y} 0.08" rpy="-1.5707963 0 0"/><axis xyz="0 0 1"/>
  </joint>`

/** The mobile robot's shape, as it publishes it. It stands on the ground. */
export const mobileUrdf = `<?xml version="1.0"?>
<robot name="fleet_sim_mobile">
  <material name="shell"><color rgba="0.16 0.38 0.68 1"/></material>
  <material name="rubber"><color rgba="0.13 0.14 0.16 1"/></material>
  <material name="light"><color rgba="0.93 0.94 0.96 1"/></material>
  <material name="signal"><color rgba="0.95 0.62 0.11 1"/></material>
  <link name="base_link">
    <visual>
      <origin xyz="0 0 0.12" rpy="0 0 0"/>
      <geometry><mesh filename="${baseMesh}"/></geometry><material name="shell"/>
    </visual>
    <visual>
      <origin xyz="0.2 0 0.05" rpy="0 0 0"/><geometry><sphere radius="0.05"/></geometry><material name="light"/>
    </visual>
    <visual>
      <origin xyz="0.236 0 0.13" rpy="0 0 0"/>
      <geometry><box size="0.03 0.12 0.03"/></geometry><material name="signal"/>
    </visual>
  </link>${wheel("left", 0.27)}${wheel("right", -0.27)}
  <link name="laser">
    <visual><geometry><cylinder radius="0.05" length="0.06"/></geometry><material name="light"/></visual>
  </link>
  <joint name="laser_joint" type="fixed">
    <parent link="base_link"/><child link="laser"/><origin xyz="0.13 0 0.195" rpy="0 0 0"/>
  </joint>
</robot>
`
