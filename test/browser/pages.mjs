// pages lists every page there is, with a session of each kind.
export async function pages(url) {
  const of = async (query) => (await (await fetch(`${url}/api/v1/sessions?limit=1&${query}`)).json()).sessions?.[0]?.id;
  const list = [
    ['score', '/'], ['sessions', '/sessions'], ['sessions-columns', '/sessions?col=model&col=lines&col=started'], ['search', '/search?q=tests'], ['live', '/live'], ['speed', '/speed'], ['tokens', '/tokens'],
    ['prompts', '/prompts'], ['trivia', '/trivia'], ['report', '/report'], ['report-month', '/report?span=month&at=2026-10-20'], ['about', '/about'], ['settings', '/settings'],
    ...['keys', 'people', 'opt-outs', 'policy', 'jobs', 'audit'].map((x) => [`settings-${x}`, `/settings/${x}`]),
    ['missing', '/no-such-page'],
  ];
  for (const [name, query] of [['crushed', 'crushed=true'], ['missed', 'crushed=false&counted=true']]) {
    const id = await of(query);
    if (id) list.push([`session-${name}`, `/sessions/${id}`]);
  }
  const { sessions = [] } = await (await fetch(`${url}/api/v1/sessions?limit=200`)).json();
  const lost = sessions.find((s) => s.rework.by[0]?.session);
  if (lost) {
    const by = lost.rework.by[0].session;
    list.push(['session-reworked', `/sessions/${lost.id}`], ['session-undid', `/sessions/${by}`], ['undone', `/sessions/${lost.id}/undone/${by}`]);
  }
  const long = sessions.find((s) => s.aliases.length > 0);
  if (long) list.push(['session-merged', `/sessions/${long.id}?was=${long.aliases[0]}`], ['turn', `/sessions/${long.id}/turns/1`]);
  return list;
}
