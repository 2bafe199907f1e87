/** The page's style sheet. Colours once for a light and once for a dark ground. */

const light = {
  paper: '#f6f7f9',
  card: '#ffffff',
  ink: '#1b2430',
  soft: '#5b6675',
  line: '#d9dee5',
  grid: '#e8ebf0',
  accent: '#0b62c4',
  pass: '#1c7c3c',
  'pass-ground': '#e3f4e8',
  fail: '#b3261e',
  'fail-ground': '#fce8e6',
  warn: '#8a5a00',
  'warn-ground': '#fdf3dc',
  event: '#7a869629',
  x: '#d0342c',
  y: '#23893f',
  z: '#1f66d1',
  norm: '#1b2430',
  c0: '#0b62c4',
  c1: '#d9600a',
  c2: '#23893f',
  c3: '#8e3ab8',
  c4: '#c21e6a',
  c5: '#0a8390',
  c6: '#7c5a3a',
  c7: '#56606e',
};

const dark: typeof light = {
  paper: '#0f141b',
  card: '#171e27',
  ink: '#e6ebf2',
  soft: '#9aa7b7',
  line: '#2c3644',
  grid: '#242d39',
  accent: '#6cb2ff',
  pass: '#6fd08c',
  'pass-ground': '#15301f',
  fail: '#ff8a80',
  'fail-ground': '#3a1b1a',
  warn: '#f0c267',
  'warn-ground': '#33290f',
  event: '#8fa0b52b',
  x: '#ff7b72',
  y: '#63cf80',
  z: '#6cb2ff',
  norm: '#e6ebf2',
  c0: '#6cb2ff',
  c1: '#ffab5e',
  c2: '#63cf80',
  c3: '#d29bf5',
  c4: '#ff86b5',
  c5: '#4fd3dd',
  c6: '#d3a77c',
  c7: '#aab6c5',
};

const variables = (colours: typeof light, scheme: string): string =>
  `color-scheme:${scheme};${Object.entries(colours)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';')}`;

export const style = `
:root{${variables(light, 'light')}}
@media (prefers-color-scheme: dark){:root{${variables(dark, 'dark')}}}
:root[data-theme=light]{${variables(light, 'light')}}
:root[data-theme=dark]{${variables(dark, 'dark')}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-variant-numeric:tabular-nums}
.page{max-width:1200px;margin:0 auto;padding:20px 20px 48px}
header{display:grid;grid-template-columns:1fr auto;gap:4px 16px;align-items:start}
h1{font-size:26px;line-height:1.25;margin:0;overflow-wrap:anywhere}
h2{font-size:18px;margin:0 0 12px}
p{margin:0 0 8px}
.robot{color:var(--soft);grid-column:1}
button{font:inherit;font-size:13px;color:var(--ink);background:var(--card);border:1px solid var(--line);border-radius:8px;padding:5px 12px;cursor:pointer;white-space:nowrap}
button:hover{border-color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:6px}
.verdict{display:flex;flex-wrap:wrap;gap:8px;margin:14px 0 4px}
.pill{display:inline-flex;align-items:center;gap:6px;border-radius:999px;padding:2px 12px;font-weight:600;font-size:14px}
.pass{color:var(--pass)}.fail{color:var(--fail)}
.pill.pass{background:var(--pass-ground)}.pill.fail{background:var(--fail-ground)}.pill.plain{background:var(--card);color:var(--soft);border:1px solid var(--line)}
.facts{display:flex;flex-wrap:wrap;gap:4px 24px;margin:10px 0 0;padding:0}
.facts div{display:flex;gap:6px}.facts dt{color:var(--soft)}.facts dd{margin:0;font-weight:500;overflow-wrap:anywhere}
nav{position:sticky;top:0;z-index:200;background:var(--paper);margin:14px -20px 16px;padding:8px 20px;border-bottom:1px solid var(--line);display:flex;gap:4px 18px;overflow-x:auto;font-size:14px;scrollbar-width:none}
nav a{color:var(--soft);text-decoration:none;white-space:nowrap;padding:2px 0}
nav a:hover{color:var(--accent)}
section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:18px 20px;margin:0 0 16px;scroll-margin-top:52px}
figure{margin:0 0 18px}figure:last-child{margin-bottom:0}
figcaption{display:flex;flex-wrap:wrap;gap:0 12px;align-items:baseline;margin-bottom:6px;font-size:14px}
.aside,.none,.hint{color:var(--soft);font-size:13px}
.scroll{overflow-x:auto}
.scroll table{border-collapse:collapse;width:100%}
.scroll th,.scroll td{text-align:left;padding:7px 14px 7px 0;border-top:1px solid var(--line);vertical-align:middle}
thead th,.scroll thead th{border-top:0;color:var(--soft);font-weight:500;font-size:13px;padding-top:0}
tbody th{font-weight:500;overflow-wrap:anywhere}
td.value{font-weight:600;white-space:nowrap}td.limit,td.when{white-space:nowrap;color:var(--soft)}
td.mark{font-weight:600;white-space:nowrap}
svg.bar:not(.torques){display:block;width:140px;height:10px}
svg.torques{display:block;width:100%;max-width:760px;height:auto}
.bar .track{fill:var(--grid)}.bar .share{fill:var(--accent)}.bar .share.over{fill:var(--fail)}.bar .edge{stroke:var(--soft);stroke-width:1.5}
.views{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:12px}
.whole .views{grid-template-columns:repeat(4,minmax(0,1fr))}
.views svg{width:100%;height:auto;display:block}
svg text{font-size:12px;fill:var(--soft);font-family:inherit}
svg text.view{font-size:13px;fill:var(--ink)}
svg text.clock{font-size:11px;fill:var(--ink);paint-order:stroke;stroke:var(--card);stroke-width:3px}
.ground{fill:none;stroke:var(--line)}
line.grid{stroke:var(--grid)}
.way{fill:none;stroke:var(--accent);stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round}
.clock{fill:var(--ink)}
.start{fill:var(--card);stroke:var(--ink);stroke-width:2.5}
.end{fill:var(--accent);stroke:var(--card);stroke-width:1.5}
.goal path,.goal circle{fill:none;stroke:var(--c1);stroke-width:2.5}
.goal-path{fill:none;stroke:var(--c1);stroke-width:1.5;stroke-dasharray:5 4}
.pose polyline,.pose path{fill:none;stroke:var(--soft);stroke-opacity:.35;stroke-width:6;stroke-linejoin:round;stroke-linecap:round}
.pose circle{fill:var(--soft);fill-opacity:.5}
.body polyline{fill:none;stroke:var(--soft);stroke-opacity:.35;stroke-width:7;stroke-linejoin:round;stroke-linecap:round}
.body.last polyline{stroke:var(--ink);stroke-opacity:.75}
.body.moving polyline{stroke:var(--accent);stroke-opacity:.9}.now{fill:var(--c2);stroke:var(--card);stroke-width:2}
.player{display:flex;gap:12px;align-items:center;margin:10px 0 4px}.player[hidden],.now[hidden],.moving[hidden]{display:none}.player input{flex:1;min-width:80px;accent-color:var(--accent)}
.player button{min-width:5.5em}.player output{min-width:4.5em;text-align:right;font-weight:500}
.joint{fill:var(--card);stroke:var(--soft);stroke-width:1.5}.scene .way{stroke-width:2}.scene .mark{fill:none;stroke:var(--c1);stroke-width:2}.scene .ground{stroke:var(--grid)}
.solid{fill:var(--c3);fill-opacity:.15;stroke:var(--c3);stroke-opacity:.6}
.solid.flat{fill-opacity:.05}
.key{list-style:none;display:flex;flex-wrap:wrap;gap:4px 20px;margin:8px 0 0;padding:0;font-size:13px;color:var(--soft)}
.key li{display:inline-flex;gap:6px;align-items:center}
svg.icon{width:18px;height:18px;flex:none}
.charts{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:20px 28px}
.charts figure{margin:0;min-width:0;position:relative}.charts .balance{grid-row:span 2}
.charts+.small-charts,.charts+.hint{margin-top:18px}
.small-charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(250px,1fr));gap:18px 20px}
.small-charts figure{margin:0;min-width:0}
.small figcaption{display:grid;grid-template-columns:auto 1fr;gap:0 10px;margin-bottom:2px}
.small .aside{grid-column:1/3;grid-row:2}.small .live{text-align:right}
.plot{min-height:220px;min-width:0;touch-action:pan-y}.small .plot{min-height:130px}
.plot .u-legend{margin:2px 0 0;font-size:13px;width:100%}
.plot .u-legend tbody{display:flex;flex-wrap:wrap;gap:0 6px}
.plot .u-legend .u-series{display:inline-flex;align-items:center;min-height:24px}
.plot .u-legend .u-series:first-child{position:absolute;top:0;right:0;color:var(--soft);min-height:0}.plot .u-legend .u-series:first-child th{display:none}
.plot .u-legend th{font-weight:400}.plot .u-legend th::after{content:none}.plot .u-legend .u-series>*{padding:1px 4px}
.plot .u-legend .u-value{min-width:5em;font-weight:500}
.plot .u-legend .u-marker{border-radius:3px}
.plot .u-select{background:var(--event)}
.numbers{margin-top:4px;font-size:13px}.numbers .scroll th,.numbers .scroll td{padding-top:3px;padding-bottom:3px}
summary{cursor:pointer;color:var(--soft);width:max-content}
pre{margin:0;overflow-x:auto;font:13px/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;tab-size:2}
pre .k{color:var(--accent)}pre .c{color:var(--soft)}
.problem{border-left:4px solid var(--warn);background:var(--warn-ground);border-radius:0 8px 8px 0;padding:8px 14px;margin:0 0 8px;overflow-wrap:anywhere}
.problem.error{border-color:var(--fail);background:var(--fail-ground)}
.problem pre{white-space:pre-wrap}
dl.about{display:grid;grid-template-columns:max-content 1fr;gap:4px 24px;margin:0}
dl.about dt{color:var(--soft)}dl.about dd{margin:0;overflow-wrap:anywhere}
.balance{overflow-x:auto}
.balance table{border-collapse:collapse;font-size:14px;width:100%}
.balance caption{text-align:left;font-weight:600;padding-bottom:4px}
.balance th,.balance td{text-align:left;padding:2px 18px 2px 0;font-weight:400}
.balance .group th{padding-top:8px;color:var(--soft);font-size:13px}
.balance tbody th[scope=row]{padding-left:14px}.balance td:last-child{padding-right:0}
.balance td.value{text-align:right;font-weight:500}
.balance .total th,.balance .total td{border-top:1px solid var(--line);font-weight:600}
svg.flow{display:block;width:124px;height:10px}.flow .in{fill:var(--accent)}.flow .out{fill:var(--c1)}.flow .edge{stroke:var(--soft)}
.live{font-size:13px;font-weight:500;min-height:1.5em}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media (max-width:1000px){.whole .views{grid-template-columns:repeat(2,minmax(0,1fr))}}
@media (max-width:900px){.charts{grid-template-columns:minmax(0,1fr)}}
@media (max-width:700px){
.page{padding:14px 12px 32px}
h1{font-size:21px}
nav{margin-left:-12px;margin-right:-12px;padding-left:12px;padding-right:12px}
section{padding:14px 12px;border-radius:10px}
.views,.whole .views,.charts{grid-template-columns:minmax(0,1fr)}
.share-cell,.balance .aside{display:none}
.balance th,.balance td{padding-right:8px}
.measures thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.measures tbody tr{display:grid;grid-template-columns:1fr auto auto;gap:0 14px;padding:8px 0;border-top:1px solid var(--line)}
.measures tbody tr:first-child{border-top:0}
.scroll.measures th,.scroll.measures td{border:0;padding:0}
.measures th{grid-column:1/3}.measures td.mark{grid-column:3;grid-row:1;text-align:right}
.measures td.value{grid-column:1;grid-row:2}.measures td.limit{grid-column:2;grid-row:2}.measures td.when{grid-column:3;grid-row:2;text-align:right}
.plot .u-legend .u-value{min-width:4em}
dl.about{grid-template-columns:1fr;gap:0}dl.about dd{margin-bottom:8px}
}
@media print{nav,button,.player{display:none}section{break-inside:avoid;border:0;padding:0}.page{max-width:none}}
`;
