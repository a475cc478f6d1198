/** How the picture looks, on a light and on a dark screen. It has a ground of its own. */
export const STYLE = `
  svg { font: 12px system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; font-variant-numeric: tabular-nums;
    --ground: #ffffff; --ink: #1f2328; --faint: #59636e; --grid: #d8dee4; --target: #b3261e;
    --c0: #0b62c4; --c1: #b35900; --c2: #0f7a4a; --c3: #7b3fc4; --c4: #a12d6b; }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #10151b; --ink: #e6edf3; --faint: #a2adb8; --grid: #313a44; --target: #ff8a80;
      --c0: #6cb2ff; --c1: #f0a04b; --c2: #56c98a; --c3: #c39bff; --c4: #ff9ac8; }
  }
  .ground { fill: var(--ground); }
  text { fill: var(--ink); }
  .title { font-size: 20px; font-weight: 600; }
  .head { font-size: 14px; font-weight: 600; }
  .faint { fill: var(--faint); }
  .strong { font-weight: 600; }
  .end, .tick-y { text-anchor: end; }
  .middle, .tick-x { text-anchor: middle; }
  .tick-x, .tick-y { fill: var(--faint); font-size: 11px; }
  .axis { fill: var(--faint); font-size: 11px; }
  .missed, .target-text { fill: var(--target); }
  .met { fill: var(--c2); }
  .grid { stroke: var(--grid); stroke-width: 1; }
  .target { stroke: var(--target); stroke-width: 2; stroke-dasharray: 5 3; }
  .spread { stroke: var(--ink); stroke-width: 1.5; }
  .series { fill: none; stroke-width: 2; }
  .s0 { stroke: var(--c0); } .s1 { stroke: var(--c1); } .s2 { stroke: var(--c2); } .s3 { stroke: var(--c3); }
  .s4 { stroke: var(--c4); }
  .p0 { fill: var(--c0); } .p1 { fill: var(--c1); } .p2 { fill: var(--c2); } .p3 { fill: var(--c3); }
  .p4 { fill: var(--c4); }
`;
