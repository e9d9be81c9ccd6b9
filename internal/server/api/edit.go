package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

func (s *service) editing(a huma.API) {
	operation := func(id, method, path, text string) huma.Operation {
		return huma.Operation{OperationID: id, Method: method, Path: Base + path, Summary: text, DefaultStatus: http.StatusNoContent, Errors: []int{401, 403, 404, 412, 422, 503}}
	}
	type none struct{}
	huma.Register(a, operation("set-title", http.MethodPut, "/sessions/{id}/title", "Give a session a title of your own; it is kept whatever a judge says later"), func(ctx context.Context, in *struct {
		Named
		IfMatch
		Body struct {
			Title string `json:"title" minLength:"1" maxLength:"60"`
		}
	}) (*none, error) {
		return nil, s.edit(ctx, in.ID, func(v Viewer, id string) error { return v.SetTitle(ctx, id, in.Body.Title, in.tags()...) })
	})
	huma.Register(a, operation("drop-title", http.MethodDelete, "/sessions/{id}/title", "Take your title back"), func(ctx context.Context, in *struct {
		Named
		IfMatch
	}) (*none, error) {
		return nil, s.edit(ctx, in.ID, func(v Viewer, id string) error { return v.SetTitle(ctx, id, "", in.tags()...) })
	})
	huma.Register(a, operation("set-label", http.MethodPut, "/sessions/{id}/label", "Say whether the goal was landed; it moves the measured agreement, never the score"), func(ctx context.Context, in *struct {
		Named
		IfMatch
		Body struct {
			GoalComplete bool   `json:"goal_complete"`
			Note         string `json:"note,omitempty" maxLength:"240"`
		}
	}) (*none, error) {
		return nil, s.edit(ctx, in.ID, func(v Viewer, id string) error {
			return v.SetLabel(ctx, id, &in.Body.GoalComplete, in.Body.Note, in.tags()...)
		})
	})
	huma.Register(a, operation("drop-label", http.MethodDelete, "/sessions/{id}/label", "Take your label back"), func(ctx context.Context, in *struct {
		Named
		IfMatch
	}) (*none, error) {
		return nil, s.edit(ctx, in.ID, func(v Viewer, id string) error { return v.SetLabel(ctx, id, nil, "", in.tags()...) })
	})
}

// IfMatch is what a session must still be at for a change.
type IfMatch struct {
	Match string `header:"If-Match" doc:"the ETag that the session had; another: somebody else changed it"`
}

// tags are the revisions that are named; none: whatever it is at. What a proxy made a
// weak tag by packing the answer is as good: it stands for what was said, not for bytes.
func (m *IfMatch) tags() (list []string) {
	for tag := range strings.SplitSeq(m.Match, ",") {
		tag = strings.Trim(strings.TrimPrefix(strings.TrimSpace(tag), "W/"), `"`)
		if tag == "*" {
			return nil
		}
		if tag != "" {
			list = append(list, tag)
		}
	}
	return list
}

func (s *service) edit(ctx context.Context, id string, do func(v Viewer, id string) error) error {
	v, x, err := s.find(ctx, id)
	if err != nil {
		return err
	}
	return s.problem(do(v, x.ID))
}
