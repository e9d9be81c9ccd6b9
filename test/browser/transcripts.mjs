// Transcripts that no person would write, for pages that must show them all the same.
import { randomUUID } from 'node:crypto';
import { mkdtemp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

// projects writes conversations, each a list of [prompt, answer], and answers the folder.
export async function projects(conversations) {
  const folder = await mkdtemp(path.join(tmpdir(), 'prism-transcripts-'));
  const project = path.join(folder, '-home-robin-code-hollyhock');
  await mkdir(project);
  for (const turns of conversations) {
    const sessionId = randomUUID();
    let at = Date.UTC(2026, 9, 28, 9), parentUuid = null;
    const lines = [];
    const line = (type, message) => {
      const uuid = randomUUID();
      lines.push(JSON.stringify({ cwd: '/home/robin/code/hollyhock', gitBranch: 'main', isSidechain: false, message, parentUuid, sessionId, timestamp: new Date(at += 5000).toISOString(), type, userType: 'external', uuid, version: '2.1.330' }));
      parentUuid = uuid;
    };
    for (const [prompt, answer] of turns) {
      line('user', { role: 'user', content: prompt });
      const id = 'msg_' + randomUUID().replaceAll('-', '').slice(0, 24);
      line('assistant', { id, type: 'message', role: 'assistant', model: 'claude-sonnet-5-5', stop_reason: 'end_turn', content: [{ type: 'text', text: answer }], usage: { input_tokens: 4, output_tokens: 60, cache_read_input_tokens: 9000, cache_creation_input_tokens: 0 } });
    }
    await writeFile(path.join(project, sessionId + '.jsonl'), lines.join('\n') + '\n');
  }
  return folder;
}

// hostile are prompts that try to be more than text.
export const hostile = [
  '<script>globalThis.owned = 1</script><img src=x onerror="globalThis.owned = 1">',
  '"><svg onload=globalThis.owned=1><a href="javascript:globalThis.owned=1">press</a>',
  '\u202Egnp.exe\u2066 right to left \u2069 \u0000\u001b]0;title\u0007',
  '{{.Page}} {{template "frame"}} ${globalThis.owned = 1} <hx-partial hx-target="body">',
  '🙂'.repeat(4000),
  'x'.repeat(10_000_000),
  '</textarea></title></style><plaintext>',
];
