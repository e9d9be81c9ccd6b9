package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

func (s *service) editing(a huma.API) {
	operation := func(id, method, path, text string) huma.Operation {
		return huma.Operation{OperationID: id, Method: method, Path: Base + path, Summary: text, DefaultStatus: http.StatusNoContent, Errors: []int{401, 403, 404, 412, 422, 503}}
	}
	type none struct{}
	huma.Register(a, operation("set-title", http.MethodPut, "/sessions/{id}/title", "Give a session a title of your own; it is kept whatever a judge says later"), func(ctx context.Context, in *struct {
		Named
		IfMatch string `header:"If-Match" doc:"the ETag that the session had; another: somebody else changed it"`
		Body    struct {
			Title string `json:"title" minLength:"1" maxLength:"60"`
		}
	}) (*none, error) {
		return nil, s.edit(ctx, in.ID, in.IfMatch, func(v Viewer, id string) error { return v.SetTitle(ctx, id, in.Body.Title) })
	})
	huma.Register(a, operation("drop-title", http.MethodDelete, "/sessions/{id}/title", "Take your title back"), func(ctx context.Context, in *struct {
		Named
		IfMatch string `header:"If-Match"`
	}) (*none, error) {
		return nil, s.edit(ctx, in.ID, in.IfMatch, func(v Viewer, id string) error { return v.SetTitle(ctx, id, "") })
	})
	huma.Register(a, operation("set-label", http.MethodPut, "/sessions/{id}/label", "Say whether the goal was landed; it moves the measured agreement, never the score"), func(ctx context.Context, in *struct {
		Named
		Body struct {
			GoalComplete bool   `json:"goal_complete"`
			Note         string `json:"note,omitempty" maxLength:"240"`
		}
	}) (*none, error) {
		return nil, s.edit(ctx, in.ID, "", func(v Viewer, id string) error { return v.SetLabel(ctx, id, &in.Body.GoalComplete, in.Body.Note) })
	})
	huma.Register(a, operation("drop-label", http.MethodDelete, "/sessions/{id}/label", "Take your label back"), func(ctx context.Context, in *Named) (*none, error) {
		return nil, s.edit(ctx, in.ID, "", func(v Viewer, id string) error { return v.SetLabel(ctx, id, nil, "") })
	})
}

func (s *service) edit(ctx context.Context, id, match string, do func(v Viewer, id string) error) error {
	v, x, err := s.find(ctx, id)
	if err != nil {
		return err
	}
	if match != "" && match != "*" && match != etag(x) {
		return huma.Error412PreconditionFailed("The session has changed meanwhile; ask for it again.")
	}
	return s.problem(do(v, x.ID))
}
