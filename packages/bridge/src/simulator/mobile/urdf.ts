import { baseMesh, wheelMesh } from "./meshes.ts"

const wheel = (side: string, y: number) => `
  <link name="${side}_wheel">
    <visual><geometry><mesh filename="${wheelMesh}"/></geometry></visual>
  </link>
  <joint name="${side}_wheel_joint" type="continuous">
    <parent link="base_link"/><child link="${side}_wheel"/>
    <origin xyz="0 ${y} 0" rpy="-1.5707963 0 0"/><axis xyz="0 0 1"/>
  </joint>`

/** The mobile robot's shape, as it publishes it. */
export const mobileUrdf = `<?xml version="1.0"?>
<robot name="fleet_sim_mobile">
  <link name="base_link">
    <visual><geometry><mesh filename="${baseMesh}"/></geometry></visual>
  </link>${wheel("left", 0.2)}${wheel("right", -0.2)}
  <link name="laser">
    <visual><geometry><cylinder radius="0.05" length="0.06"/></geometry></visual>
  </link>
  <joint name="laser_joint" type="fixed">
    <parent link="base_link"/><child link="laser"/><origin xyz="0 0 0.12" rpy="0 0 0"/>
  </joint>
</robot>
`
